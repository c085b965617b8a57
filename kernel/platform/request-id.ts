import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { toNetworkCheck } from "#kernel/platform/networks.ts";

const HARMLESS = /^[\w.-]{8,64}$/;

// In one process the web server hands its raw request on to an API: one id follows it.
const idOfRequest = new WeakMap<IncomingMessage, string>();

/** A request keeps the id that a trusted proxy gave it; anybody else's is replaced. */
export function requestIds(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = toNetworkCheck(trustedProxies);
  return (request) => {
    const known = idOfRequest.get(request);
    if (known !== undefined) return known;
    const sent = request.headers["x-request-id"];
    const isUsable =
      typeof sent === "string" &&
      HARMLESS.test(sent) &&
      isTrusted(request.socket.remoteAddress ?? "");
    const id = isUsable ? sent : randomUUID();
    idOfRequest.set(request, id);
    return id;
  };
}
