import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy between a service and its Postgres. It replaces every match of `pattern` in the service's
 * SQL with `true`, padded to the same length: the tenant conditions of its queries are gone and
 * nothing else changes.
 */
export async function openRewritingProxy(adminUrl: string, pattern: RegExp) {
  const { hostname, port } = new URL(adminUrl);
  const sockets = new Set<Socket>();
  let rewritten = 0;
  const rewrite = (chunk: Buffer): Buffer =>
    Buffer.from(
      chunk.toString("latin1").replace(pattern, (found) => {
        rewritten += 1;
        return "true".padEnd(found.length);
      }),
      "latin1",
    );

  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          inner.destroy();
          outer.destroy();
        });
    }
    inner.on("data", (chunk) => outer.write(rewrite(chunk)));
    outer.pipe(inner);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  const url = new URL(adminUrl);
  url.host = `127.0.0.1:${address.port}`;

  return {
    url: url.href,
    rewritten: () => rewritten,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
