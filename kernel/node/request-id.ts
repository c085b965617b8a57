import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { toNetworkCheck } from "./networks.ts";

const HARMLESS = /^[\w.-]{8,64}$/;

/** A request keeps the id that a trusted proxy gave it; anybody else's is replaced. */
export function requestIds(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = toNetworkCheck(trustedProxies);
  return (request) => {
    const sent = request.headers["x-request-id"];
    const isUsable =
      typeof sent === "string" &&
      HARMLESS.test(sent) &&
      isTrusted(request.socket.remoteAddress ?? "");
    return isUsable ? sent : randomUUID();
  };
}
