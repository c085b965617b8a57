import { PassThrough } from "node:stream";

import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { VerifyLine } from "#kernel/contract/api/audit.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { exportRoute } from "#query-api/csv-export.ts";

import { LINES, type LogReader, type OpenLog, withLog } from "./reading-log.ts";
import { verifyOwn } from "./verify-own.ts";

/** Recomputes every hash of the tenant's log and streams the progress. */
export const verifyRoutes: Routes<{ logs: LogReader }> = async (app, { logs }) => {
  app.get(
    "/api/v1/audit/verify",
    {
      handlerTimeout: exportRoute.handlerTimeout,
      exposeHeadRoute: false,
      schema: { response: { 200: { content: { [LINES]: { schema: z.string() } } } } },
    },
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      requireRight(request, "see-audit");
      await withLog(logs, request, reply, (log) => sendVerified(log, request, reply));
    },
  );
};

async function sendVerified(
  log: OpenLog,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const lines = new PassThrough();
  // A proxy that buffered the answer would hide the progress.
  reply
    .type(LINES)
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(lines);
  const say = (line: VerifyLine): void => {
    if (lines.destroyed) throw new Error("the client disconnected");
    lines.write(`${JSON.stringify(line)}\n`);
  };
  try {
    await verifyOwn(log.pool, request, say);
    lines.end();
  } catch (error) {
    request.log.warn({ err: error }, "verification failed");
    lines.destroy();
  }
}
