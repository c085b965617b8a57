import { once } from "node:events";
import { createServer, request } from "node:http";

/** Without a length or a date to compare with the previous worker. */
const WORKER_HEADERS = { "content-type": "text/javascript", "cache-control": "no-cache" };

/**
 * A proxy between a browser and the product. After `deploy` it serves another service worker, as a
 * new version would.
 */
export async function openDeployingProxy(productUrl: string) {
  const { hostname, port } = new URL(productUrl);
  let version = 0;

  const server = createServer((inner, answer) => {
    const isWorker = inner.url === "/sw.js";
    const headers = isWorker ? {} : { ...inner.headers, "accept-encoding": "identity" };
    const asked = { hostname, port, path: inner.url, method: inner.method, headers };
    const outer = request(asked, (given) => {
      answer.writeHead(given.statusCode ?? 502, isWorker ? WORKER_HEADERS : given.headers);
      given.pipe(answer, { end: !isWorker });
      if (isWorker) given.once("end", () => answer.end(`\n// version ${version}`));
    });
    outer.on("error", () => answer.destroy());
    inner.on("error", () => outer.destroy());
    answer.on("close", () => outer.destroy());
    inner.pipe(outer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    deploy: () => {
      version += 1;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
