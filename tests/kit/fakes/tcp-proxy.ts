import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy between a client and a server that can be slow, go silent in both directions, hold back
 * everything, refuse connections or cut them all.
 */
export async function openTcpProxy(target: Readonly<{ host: string; port: number }>) {
  const sockets = new Set<Socket>();
  const state = { delayMs: 0, isSilent: false, isRefusing: false };
  let held: (() => void)[] | undefined;
  const now = (step: () => void) => (held ? void held.push(step) : step());

  const passOn = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => {
      if (state.isSilent) return;
      now(() => setTimeout(() => to.write(chunk), state.delayMs));
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      // After everything that is still on its way.
      now(() => setTimeout(() => to.destroySoon(), state.delayMs));
    });
    sockets.add(from);
  };
  const server = createServer((inner) => {
    if (state.isRefusing) return void inner.resetAndDestroy();
    const outer = connect(target.port, target.host);
    passOn(inner, outer);
    return passOn(outer, inner);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();

  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    setDelay: (delayMs: number) => (state.delayMs = delayMs),
    /** Swallows everything from now on; the connections stay open. */
    setSilent: (isSilent: boolean) => (state.isSilent = isSilent),
    /** Like a network that drops every packet: all arrives, late, when it is let go. */
    hold: () => void (held ??= []),
    letGo: () => {
      const steps = held ?? [];
      held = undefined;
      for (const step of steps) step();
    },
    /** Resets every new connection, and cuts those that are open. */
    refuse: (isRefusing: boolean) => {
      state.isRefusing = isRefusing;
      if (isRefusing) cut();
    },
    cut,
    close: async () => {
      cut();
      server.close();
    },
  };
}

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>;
