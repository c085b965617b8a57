import type { Server } from "node:http";
import type { Socket } from "node:net";

import { UNAVAILABLE, problemOf } from "#kernel/node/http/errors.ts";
import { senderOf } from "#kernel/node/net/ip-prefix.ts";
import { toNetworkCheck } from "#kernel/node/net/networks.ts";

export type ConnectionLimits = Readonly<{ all: number; perAddress: number }>;

type ConnectionSettings = Readonly<Record<"CONNECTIONS" | "CONNECTIONS_PER_ADDRESS", number>>;

export const connectionLimitsOf = (config: ConnectionSettings): ConnectionLimits => ({
  all: config.CONNECTIONS,
  perAddress: config.CONNECTIONS_PER_ADDRESS,
});

type Options = ConnectionLimits & Readonly<{ trustProxy: readonly string[] }>;

/**
 * Refuses connections over the limits with a short answer, and closes them. The proxies of
 * `trustProxy` bring many people, so only the limit of all holds for them.
 */
export function limitConnections(server: Server, { all, perAddress, trustProxy }: Options): void {
  const isProxy = toNetworkCheck(trustProxy);
  const byAddress = new Map<string, number>();
  let open = 0;

  // Before the listeners of the HTTP server, which would begin to read.
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const sender = isProxy(address) ? undefined : senderOf(address);
    const ofSender = sender === undefined ? 0 : (byAddress.get(sender) ?? 0);
    open += 1;
    if (sender !== undefined) byAddress.set(sender, ofSender + 1);
    socket.once("close", () => {
      open -= 1;
      if (sender === undefined) return;
      const left = (byAddress.get(sender) ?? 1) - 1;
      if (left === 0) byAddress.delete(sender);
      else byAddress.set(sender, left);
    });
    if (ofSender >= perAddress) refuse(socket, problemOf(429));
    else if (open > all) refuse(socket, UNAVAILABLE);
  });
}

const REASONS: Readonly<Record<number, string>> = {
  429: "Too Many Requests",
  503: "Service Unavailable",
};

function refuse(socket: Socket, { status, code, error }: typeof UNAVAILABLE): void {
  const body = JSON.stringify({ success: false, error, code });
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? ""}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "retry-after: 1",
    "connection: close",
  ];
  socket.on("error", () => undefined);
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
