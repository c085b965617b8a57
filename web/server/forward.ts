import type { IncomingMessage, ServerResponse } from "node:http";

import fastifyReplyFrom from "@fastify/reply-from";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { IMPORT_BODY_BYTES } from "#kernel/contract/api/import.ts";
import { NOT_BEGUN_HEADER } from "#kernel/node/http/closing.ts";
import { problemOf, sendProblem, UNAVAILABLE } from "#kernel/node/http/errors.ts";
import { createEventStreams, type EventStreams } from "#web/server/event-streams.ts";
import { faultOf, type Fault } from "#web/server/forward-faults.ts";
import { toClient, toUpstream } from "#web/server/forwarded-headers.ts";
import { COMMON_HEADERS } from "#web/server/security-headers.ts";
import { createUpstreams, type Upstreams } from "#web/server/upstreams.ts";

export type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Hands the raw request, with its body unread, to a service in this process. */
export function answerDirectly(handler: Handler, streams?: EventStreams): Answer {
  return (request, reply) => {
    streams?.watch(reply.raw);
    for (const [name, value] of Object.entries(COMMON_HEADERS)) reply.raw.setHeader(name, value);
    reply.hijack();
    handler(request.raw, reply.raw);
    return reply;
  };
}

/** Longer than the 6 s after which a service gives up, far below the 30 s of the client. */
const ANSWER_WITHIN_MS = 7_000;
/** Files, whole logs, and what waits for a server of others. */
const SLOW = /\/(?:import|exports?|verify|providers|test-email|send-low-stock-alerts)(?:\/|$)/;
const SLOW_WITHIN_MS = 28_000;
/** Event streams send something every 15 s. */
const SILENT_FOR_MS = 60_000;
const CONNECT_WITHIN_MS = 2_000;

/**
 * The body is read completely before it is forwarded, so that it can be sent again to another
 * replica.
 */
const BODY_LIMIT = 64 * 1024;

export function addForwarding(app: FastifyInstance): (origins: readonly string[]) => Forwarding {
  app.register(fastifyReplyFrom, {
    disableCache: true,
    disableRequestLogging: true,
    destroyAgent: true,
    undici: {
      connections: 128,
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: SILENT_FOR_MS,
      connect: { timeout: CONNECT_WITHIN_MS },
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser(
    "text/csv",
    { parseAs: "buffer", bodyLimit: IMPORT_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );
  const streams = createEventStreams(app);

  return (origins) => {
    const upstreams = createUpstreams(origins);
    app.addHook("onClose", async () => upstreams.close());
    return {
      answer: (request, reply) => ask({ request, reply, upstreams, streams, tried: new Set() }),
      isReady: upstreams.isAnyReady,
    };
  };
}

type Forwarding = Readonly<{ answer: Answer; isReady: () => Promise<boolean> }>;

type Errand = Readonly<{
  request: FastifyRequest;
  reply: FastifyReply;
  upstreams: Upstreams;
  streams: EventStreams;
  tried: Set<string>;
}>;

function ask(errand: Errand): FastifyReply {
  const { request, reply, upstreams, streams, tried } = errand;
  const origin = upstreams.pick(tried);
  if (origin === undefined) return sendProblem(reply, UNAVAILABLE);
  tried.add(origin);
  let isNotBegun = false;

  return reply.from(undefined, {
    ...bodyOf(request),
    ...(SLOW.test(request.url.split("?", 1)[0] ?? "") && { timeout: SLOW_WITHIN_MS }),
    getUpstream: () => origin,
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => toUpstream(request, headers),
    rewriteHeaders: (headers) => {
      isNotBegun = NOT_BEGUN_HEADER in headers;
      // Headers are dropped if another replica will answer.
      return isNotBegun ? {} : toClient(headers);
    },
    onResponse: (_request, _reply, { stream }) => {
      if (isNotBegun) {
        stream.resume();
        upstreams.eject(origin);
        ask(errand);
      } else if (streams.isEventStream(reply)) streams.pass(stream, reply);
      else reply.send(stream);
    },
    onError: (_reply, { error }) => recover(errand, origin, faultOf(error)),
  });
}

function recover(errand: Errand, origin: string, fault: Fault): void {
  const { request, reply, upstreams } = errand;
  if (fault === "bad-request") {
    sendProblem(reply, problemOf(400));
    return;
  }
  if (fault !== "other") upstreams.eject(origin);
  if (fault === "never-sent" || (fault === "cut" && mayBeRepeated(request))) ask(errand);
  else sendProblem(reply, UNAVAILABLE);
}

/** A command with an idempotency key has one effect, however often it is sent. */
const mayBeRepeated = (request: FastifyRequest) =>
  request.method === "GET" ||
  request.method === "HEAD" ||
  request.headers["idempotency-key"] !== undefined;

const bodyOf = ({ body, headers }: FastifyRequest) =>
  Buffer.isBuffer(body)
    ? { body, contentType: headers["content-type"] ?? "application/octet-stream" }
    : {};
