import type { FastifyInstance } from "fastify";

import { sendProblem, type Problem } from "./errors.ts";

/** Tells a proxy that it may send the request to another replica, whatever the method. */
export const NOT_BEGUN_HEADER = "x-not-begun";

const CLOSING: Problem = {
  status: 503,
  code: "shutting-down",
  error: "The service is restarting. Please try again in a moment.",
};

// Per process: all its servers close together.
let isEnding = false;

/** Makes every server of this process refuse new requests before it closes. */
export const refuseNewRequests = (): void => {
  isEnding = true;
};

/** Refuses new requests on open connections once the server or the process is closing. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (!isClosing && !isEnding) return done();
    reply.headers({ connection: "close", [NOT_BEGUN_HEADER]: "1" });
    return sendProblem(reply, CLOSING);
  });
}
