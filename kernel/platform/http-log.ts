import type { FastifyInstance } from "fastify";

/** One line a request, with the route's pattern: a URL may hold an email or a token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "(none)";
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (route.startsWith("/health/")) request.log.trace(fields, "request");
    else request.log.info(fields, "request");
    done();
  });
}
