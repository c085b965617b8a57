import type { FastifyInstance } from "fastify";

import { sendProblem, type Problem } from "./errors.ts";

/** Tells a proxy that the request was not begun: another replica may be asked, whatever the method. */
export const NOT_BEGUN_HEADER = "x-not-begun";

const CLOSING: Problem = {
  status: 503,
  code: "shutting-down",
  error: "The service is restarting. Please try again in a moment.",
};

// Of the whole process: whatever servers it has, it ends with all of them.
let isEnding = false;

/** From now on every server of this process sends new requests elsewhere, before it closes. */
export const refuseNewRequests = (): void => {
  isEnding = true;
};

/** From the first moment of closing on, new requests on open connections are sent elsewhere. */
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
