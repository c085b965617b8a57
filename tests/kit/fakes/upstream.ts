import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";

export type SeenRequest = Readonly<{
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}>;

/** A service for the proxy to forward to: it records requests and answers as scripted. */
export async function startUpstream(answer: RequestListener, port = 0) {
  const seen: SeenRequest[] = [];
  const take = async (
    request: IncomingMessage,
    response: ServerResponse & { req: IncomingMessage },
  ) => {
    const body = await text(request).catch(() => "");
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  };
  const server = createServer((request, response) => {
    if (request.url === "/health/ready") response.end();
    else void take(request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { seen, stop, port: bound, origin: `http://127.0.0.1:${bound}` };
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
