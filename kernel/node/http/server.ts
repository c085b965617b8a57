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

import { toNetworkCheck } from "#kernel/node/net/networks.ts";

import { refuseWhileClosing } from "./closing.ts";
import { problemOf, sendProblem, toProblem } from "./errors.ts";
import { acceptOnlyJson, refuseAmbiguousQuery } from "./input.ts";
import { answerMalformed } from "./malformed.ts";
import { refuseUnknownRoutes } from "./unknown-routes.ts";

export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A module of routes: a plugin that is handed what it needs. */
export type Routes<Dependencies extends FastifyPluginOptions = FastifyPluginOptions> =
  FastifyPluginAsync<Dependencies, RawServerDefault, ZodTypeProvider>;

export type HttpOptions = Readonly<{
  logger: FastifyBaseLogger;
  /** Addresses or CIDR ranges of the proxies in front. */
  trustProxy?: readonly string[];
  /** What the log calls the route of a request, where its pattern says little. */
  routeName?: RouteName;
}>;

/** What an HTTP server here must survive (reliability: slow, huge, endless and ambiguous requests). */
const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 10_000,
  /** Below the client's 30 s, so that it hears a reason. */
  handlerTimeout: 15_000,
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
};

/** A server with the limits and the error form that every process here has, and no route yet. */
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
    // Ours answers in the common form.
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    // Before any hook: a path that cannot be read.
    frameworkErrors: (_error, request, reply) => {
      sendProblem(reply.headers(headersOf(request)), problemOf(400));
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersOf(request));
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(reply, problem);
  });
  logRequests(app, routeName);
  refuseWhileClosing(app);
  refuseUnknownRoutes(app);
  return app;
}

const headersOf = ({ id }: FastifyRequest) => ({
  "x-request-id": id,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
});

/** The same for an API: JSON in and out, both parsed by the schemas of the route. */
export function createHttpApp(options: HttpOptions): HttpApp {
  // zod/mini brings no words of its own.
  z.config(z.locales.en());
  const app = createHttpServer(options);
  acceptOnlyJson(app);
  refuseAmbiguousQuery(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app.withTypeProvider<ZodTypeProvider>();
}

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
