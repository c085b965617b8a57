import type { FastifyInstance, FastifyRequest } from "fastify";

/** The route's pattern: a URL may hold an email or a token. */
export const routePattern: RouteName = (request) => request.routeOptions.url ?? "(none)";

export type RouteName = (request: FastifyRequest) => string | undefined;

/** One line a request; none for a route without a name. */
export function logRequests(app: FastifyInstance, routeName: RouteName): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeName(request);
    if (route === undefined) return done();
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (route.startsWith("/health/")) request.log.trace(fields, "request");
    else request.log.info(fields, "request");
    return done();
  });
}
