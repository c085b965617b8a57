import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import type { FastifyInstance } from "fastify";

/** Listens on a free loopback port and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return Number(new URL(origin).port);
}

/**
 * Sends bytes that no HTTP client would, and returns everything received until the connection ends.
 */
export async function talk(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("data", (chunk: string) => (heard += chunk));
  // A server that closes with unread bytes resets the connection; what it sent before counts.
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(heard));
  socket.write(bytes);
  return promise;
}

export type ReceivedAnswer = Readonly<{
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}>;

/** One request over a real connection, with the path exactly as written. */
type RawRequest = Omit<RequestOptions, "headers"> & { headers?: OutgoingHttpHeaders };

export async function send(options: RawRequest, body?: string): Promise<ReceivedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...length, ...options.headers };
  request({ host: "127.0.0.1", ...options, headers }, resolve)
    .on("error", reject)
    .end(body);
  const response = await promise;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  };
}
