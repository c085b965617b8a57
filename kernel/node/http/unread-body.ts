import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance, FastifyRequest } from "fastify";

const HELD_UP_MS = 200;

/**
 * The rest of a large body is not read when the request is answered without it: refused, as its
 * sender is not signed in or as it is too large. Node would read it to its end, however long it is.
 * The connection ends with the answer, which comes a little later: a client that sends such bodies one
 * after the other would keep the process busy.
 */
export function leaveLargeBodies(app: FastifyInstance, smallBytes: number): void {
  app.addHook("onSend", async (request, reply) => {
    if (!isUnreadAndLarge(request, smallBytes)) return;
    request.raw.pause();
    reply.header("connection", "close");
    await delay(HELD_UP_MS, undefined, { ref: false });
  });
}

/** A chunked body does not tell its length. Reading a small rest keeps the connection. */
function isUnreadAndLarge({ raw }: FastifyRequest, smallBytes: number): boolean {
  if (raw.complete) return false;
  const { "transfer-encoding": coding, "content-length": length = "0" } = raw.headers;
  return coding !== undefined || Number(length) > smallBytes;
}
