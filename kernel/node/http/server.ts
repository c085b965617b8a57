import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyPluginOptions,
  type FastifyRequest,
  type RawServerDefault,
} from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import * as z from "zod/mini";

import { measureError, measureRequest, NO_ROUTE } from "#kernel/node/metrics/requests.ts";
import { toNetworkCheck } from "#kernel/node/net/networks.ts";

import { refuseWhileClosing } from "./closing.ts";
import { limitHandlers } from "./deadline.ts";
import { problemOf, sendProblem, toProblem } from "./errors.ts";
import { acceptOnlyJson, refuseAmbiguousQuery } from "./input.ts";
import { answerMalformed } from "./malformed.ts";
import { refuseUnknownRoutes } from "./unknown-routes.ts";
import { leaveLargeBodies } from "./unread-body.ts";

export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A group of routes: a plugin that gets its dependencies as options. */
export type Routes<Dependencies extends FastifyPluginOptions = FastifyPluginOptions> =
  FastifyPluginAsync<Dependencies, RawServerDefault, ZodTypeProvider>;

export type HttpOptions = Readonly<{
  logger: FastifyBaseLogger;
  /** Addresses or CIDR ranges of the reverse proxies. */
  trustProxy?: readonly string[];
  /** Names the route in the log, if its pattern does not say enough. */
  routeName?: RouteName;
}>;

/** Protects against slow, huge and endless requests. */
const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 10_000,
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
};

/** A server with the limits and error form of every process, without routes. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { logger, trustProxy = [], routeName = routePattern } = options;
  const app = fastify({
    ...LIMITS,
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    genReqId: requestIds(trustProxy),
    // refuseWhileClosing answers instead.
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    // Called before any hook, for a path that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(reply.headers(headersOf(request)), problemOf(400));
    },
  });
  limitHandlers(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersOf(request));
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    measureError(error);
    if (problem.status >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(reply, problem);
  });
  logRequests(app, routeName);
  refuseWhileClosing(app);
  refuseUnknownRoutes(app);
  leaveLargeBodies(app, LIMITS.bodyLimit);
  return app;
}

const headersOf = ({ id }: FastifyRequest) => ({
  "x-request-id": id,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
});

/** A server for an API: JSON in and out, both checked by the schemas of the routes. */
export function createHttpApp(options: HttpOptions): HttpApp {
  // zod/mini has no error texts of its own.
  z.config(z.locales.en());
  const app = createHttpServer(options);
  acceptOnlyJson(app);
  refuseAmbiguousQuery(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app.withTypeProvider<ZodTypeProvider>();
}

/** The pattern, not the URL, which may contain an email or a token. */
export const routePattern: RouteName = (request) => request.routeOptions.url ?? NO_ROUTE;

export type RouteName = (request: FastifyRequest) => string | undefined;

/** Logs and measures each request; none for a route without a name. */
function logRequests(app: FastifyInstance, routeName: RouteName): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = routeName(request);
    if (route === undefined) return done();
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    measureRequest(fields, reply);
    if (route.startsWith("/health/")) request.log.trace(fields, "request");
    else request.log.info(fields, "request");
    return done();
  });
}

const HARMLESS = /^[\w.-]{8,64}$/;

/** Keeps a request id that a trusted proxy sent and replaces any other. */
function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
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
