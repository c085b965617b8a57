import type { FastifyReply, FastifyRequest } from "fastify";

import { LivePosition } from "#kernel/contract/api/as-of.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { type LiveHub, toEvent } from "./live-hub.ts";

const STREAM = "text/event-stream";

/** The web app asks again after a while, and shows what it last loaded until then. */
const TOO_MANY_STREAMS = {
  status: 503,
  code: "too-many-streams",
  error: "Too many screens are following live updates. Please try again in a moment.",
  retryAfterSeconds: 10,
} as const;

/**
 * Live updates as a stream that is fetched with the bearer header, so that no token is in a URL. A
 * client that does not accept a stream gets the current checkpoint.
 */
export const liveRoutes: Routes<{ live: LiveHub }> = async (app, { live }) => {
  app.addHook("preClose", (done) => {
    live.close();
    done();
  });

  app.get(
    "/api/v1/live",
    { exposeHeadRoute: false, schema: { response: { 200: success(LivePosition) } } },
    async (request, reply) => {
      requireRight(request, "see-lists");
      const { tenantId, userId, sid } = request.actor;
      const wantsStream = request.headers.accept?.includes(STREAM) ?? false;
      if (!wantsStream) {
        return { success: true as const, data: { seq: await live.positionOf(tenantId) } };
      }
      const place = live.reserve(tenantId);
      if (!place) return sendProblem(reply, TOO_MANY_STREAMS);
      try {
        const seq = await live.positionOf(tenantId);
        const response = begin(request, reply);
        response.write(toEvent("hello", { seq }));
        place.begin({ tenantId, userId, sid, response, position: { seq } });
      } catch (error) {
        place.leave();
        throw error;
      }
      return reply;
    },
  );
};

/** Takes over the raw response, because Fastify would end an answer that takes this long. */
function begin(request: FastifyRequest, reply: FastifyReply) {
  const response = reply.hijack().raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  request.raw.socket.setNoDelay(true);
  response.writeHead(200, {
    "content-type": `${STREAM}; charset=utf-8`,
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
  return response;
}
