import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy between a client and a server that can be slow, go silent in both directions, or cut
 * every connection.
 */
export async function openTcpProxy(target: Readonly<{ host: string; port: number }>) {
  const sockets = new Set<Socket>();
  const state = { delayMs: 0, isSilent: false };

  const passOn = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => {
      if (state.isSilent) return;
      setTimeout(() => to.write(chunk), state.delayMs);
    });
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    sockets.add(from);
  };
  const server = createServer((inner) => {
    const outer = connect(target.port, target.host);
    passOn(inner, outer);
    passOn(outer, inner);
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
    cut,
    close: async () => {
      cut();
      server.close();
    },
  };
}
