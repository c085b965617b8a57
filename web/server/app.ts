import type { IncomingMessage, ServerResponse } from "node:http";

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { ENTRIES_PATH, MOST_ENTRY_BYTES } from "#kernel/contract/api/till/entries.ts";
import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import { addHealth, type Check } from "#kernel/node/http/health.ts";
import { routePattern, type RouteName, createHttpServer } from "#kernel/node/http/server.ts";
import { createEventStreams } from "#web/server/event-streams.ts";
import { addForwarding, answerDirectly, type Answer } from "#web/server/forward.ts";
import { type ConnectionLimits, limitConnections } from "#web/server/limit-connections.ts";
import { placeOf } from "#web/server/platform-host.ts";
import { targetOf, type Service } from "#web/server/proxy-table.ts";
import { addSite } from "#web/server/site.ts";

export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Forwards requests to services on other hosts (`upstream`) or in this process (`direct`). */
export type Forward =
  | Readonly<{ kind: "upstream"; command: readonly string[]; query: readonly string[] }>
  | Readonly<{
      kind: "direct";
      command: DirectHandler;
      query: DirectHandler;
      /** What must work for the product to be ready. */
      checks: Readonly<Record<string, Check>>;
    }>;

export type WebServerOptions = Readonly<{
  /** The folder of the built web app. */
  webRoot: string;
  forward: Forward;
  logger: FastifyBaseLogger;
  trustProxy?: readonly string[];
  /** Absent: as many as the system allows. */
  connections?: ConnectionLimits;
  /** The host name of the super admins' portal, if it has one of its own. */
  platformHost?: string | undefined;
  /** Handles paths below /dev on a developer's machine. */
  dev?: DirectHandler | undefined;
}>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/**
 * No timeout of its own, because a forwarded response may be a long stream. The upstream
 * connection has its own timeouts.
 */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The only public server. It serves files and the HTML document, and forwards requests to the
 * services by the proxy table.
 */
export function createWebServer(options: WebServerOptions) {
  const { webRoot, forward, logger, trustProxy = [], connections, platformHost, dev } = options;
  const app = createHttpServer({ logger, trustProxy, routeName: routeNameFor(forward) });
  if (connections) limitConnections(app.server, { ...connections, trustProxy });
  const sendSite = addSite(app, webRoot);
  const answerDev = dev && answerDirectly(dev);
  const answers = forward.kind === "upstream" ? passOn(app, forward) : takeDirectly(app, forward);

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeOf(platformHost, request.hostname, request.raw.url ?? "");
    if (place === "elsewhere") return sendProblem(reply, problemOf(404));
    if (place !== "served") return reply.redirect(place.redirect);
    const target = targetOf(request.method, request.raw.url ?? "");
    if (answerDev && target.to === "site" && isDev(target.path)) return answerDev(request, reply);
    if (target.to === "site") return sendSite(request, reply, target.path);
    if (target.to !== "none") return answers[target.to](request, reply);
    if (target.status === 405) reply.header("allow", target.allow);
    return sendProblem(reply, problemOf(target.status));
  };
  const route = { handlerTimeout: LONGEST_MS, handler: answer };
  app.route({ ...route, method: METHODS, url: EVERYTHING });
  app.route({ ...route, method: "POST", url: ENTRIES_PATH, bodyLimit: MOST_ENTRY_BYTES });
  return app;
}

/** One route for all requests but those of tills, whose bodies are larger. */
const EVERYTHING = "*";
const isForwarding = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === EVERYTHING || url === ENTRIES_PATH;

const isDev = (path: string): boolean => path.startsWith("/dev/");

/**
 * The log shows the target service instead of the route. A service in this process logs its requests
 * itself.
 */
const routeNameFor =
  ({ kind }: Forward): RouteName =>
  (request) => {
    if (!isForwarding(request)) return routePattern(request);
    const { to } = targetOf(request.method, request.raw.url ?? "");
    return kind === "direct" && (to === "command" || to === "query") ? undefined : to;
  };

type Answers = Readonly<Record<Service, Answer>>;

function passOn(app: FastifyInstance, forward: Forward & { kind: "upstream" }): Answers {
  const forwardTo = addForwarding(app);
  const command = forwardTo(forward.command);
  const query = forwardTo(forward.query);
  addHealth(app, { "command-api": command.isReady, "query-api": query.isReady });
  return { command: command.answer, query: query.answer };
}

function takeDirectly(app: FastifyInstance, forward: Forward & { kind: "direct" }): Answers {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  addHealth(app, forward.checks);
  const streams = createEventStreams(app);
  const direct = (handler: DirectHandler) => answerDirectly(handler, streams);
  return { command: direct(forward.command), query: direct(forward.query) };
}
