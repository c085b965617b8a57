import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy between a service and its Postgres. `cut` ends one connection at the worst moment,
 * alternating: after the server answered but before the answer is passed on (it is done, but the
 * service does not know), or after the request was passed on.
 */
export async function openCuttingProxy(adminUrl: string) {
  const { hostname, port } = new URL(adminUrl);
  const sockets = new Set<Socket>();
  let wanted = 0;
  let done = 0;

  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    const end = () => {
      sockets.delete(inner);
      inner.destroy();
      outer.destroy();
    };
    for (const socket of [inner, outer]) socket.on("error", end).on("close", end);
    sockets.add(inner);
    const isCut = (atAnswer: boolean): boolean => {
      if (wanted === done || atAnswer !== (done % 2 === 0)) return false;
      done += 1;
      return true;
    };
    outer.on("data", (chunk) => {
      if (isCut(true)) end();
      else inner.write(chunk);
    });
    inner.on("data", (chunk) => {
      outer.write(chunk, () => {
        if (isCut(false)) end();
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const url = new URL(adminUrl);
  url.host = `127.0.0.1:${address.port}`;

  return {
    url: url.href,
    cut: () => (wanted += 1),
    cuts: () => done,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
