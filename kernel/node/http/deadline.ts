import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/** For routes that wait for a server of others, such as a mail server. */
export const OUTSIDE_SERVER_MS = 15_000;

/** Longer than any query of a request may take, far below the 30 s of the client. */
const USUAL_MS = 6_000;

/**
 * Answers 503 when the work on a request takes longer than the `handlerTimeout` of its route, or
 * the usual time. Fastify's own timer stops when the body has been read, so it never limits a
 * write, and counts the time in which the body arrives, which `requestTimeout` limits.
 */
export function limitHandlers(app: FastifyInstance, usualMs = USUAL_MS): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = (request: FastifyRequest): void => clearTimeout(timers.get(request));
  const start = (request: FastifyRequest, reply: FastifyReply): void => {
    const { handlerTimeout, url } = request.routeOptions;
    const limitMs = handlerTimeout || usualMs;
    stop(request);
    timers.set(request, setTimeout(() => giveUp(reply, limitMs, url), limitMs).unref());
  };

  app.addHook("onRequest", (request, reply, done) => {
    start(request, reply);
    // Also for an answer that Fastify does not send itself.
    reply.raw.once("close", () => stop(request));
    done();
  });
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    stop(request);
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    start(request, reply);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    stop(request);
    done();
  });
}

/** The work goes on: its outcome is unknown to the client, who asks again under the same key. */
function giveUp(reply: FastifyReply, afterMs: number, url: string | undefined): void {
  if (reply.sent) return;
  const error = new errorCodes.FST_ERR_HANDLER_TIMEOUT(afterMs, url);
  if (reply.raw.headersSent) reply.raw.destroy(error);
  else reply.send(error);
}
