import { Readable } from "node:stream";
import { finished } from "node:stream/promises";

import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { requestFields, logAccess } from "#kernel/node/access-log.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { inPieces } from "#kernel/node/limits/limit-heavy.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { bundleLines } from "#kernel/verify/bundle.ts";
import { installationKeys } from "#kernel/verify/signed-head-keys.ts";
import { findSignedHead } from "#kernel/verify/stored-heads.ts";
import type { Reads } from "#query-api/answers.ts";
import { exportRoute } from "#query-api/csv-export.ts";

import { type LogReader, LINES, type OpenLog, withLog } from "./reading-log.ts";

const NOTHING_SIGNED = {
  status: 409,
  code: "nothing-signed",
  error: "Nothing signed yet: there is nothing to export. Please try again in five minutes.",
} as const;

type Options = Readonly<{ reads: Pick<Reads, "pool" | "clock">; logs: LogReader }>;

/**
 * The bundle of docs/audit.md, up to the newest signed head, streamed as fast as the client reads
 * it. Every hash is verified on the way; if the log does not hold, the file ends early.
 */
export const bundleRoutes: Routes<Options> = async (app, { reads, logs }) => {
  app.get(
    "/api/v1/audit/export",
    {
      handlerTimeout: exportRoute.handlerTimeout,
      exposeHeadRoute: false,
      schema: { response: { 200: { content: { [LINES]: { schema: z.string() } } } } },
    },
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      requireRight(request, "see-audit");
      await withLog(logs, request, reply, (log) => sendBundle(log, request, reply, reads));
    },
  );
};

async function sendBundle(
  log: OpenLog,
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, clock }: Options["reads"],
): Promise<void> {
  const { tenantId } = request.actor;
  const publicKeys = await installationKeys(log.pool);
  const signed = await findSignedHead(log.pool, tenantId, undefined, publicKeys);
  if (!signed) {
    await sendProblem(reply, NOTHING_SIGNED);
    return;
  }
  await logAccess(pool, {
    ...requestFields(request, clock),
    action: "export",
    result: "begun",
    tenantId,
    target: "/api/v1/audit/export",
  });
  const file = `tillbook-${tenantId}-${signed.treeSize}.jsonl`;
  const lines = inPieces(request, bundleLines(log.pool, { signed, publicKeys }));
  reply
    .type(LINES)
    .header("content-disposition", `attachment; filename="${file}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(lines, { highWaterMark: 1 }));
  // The stream fails if the client disconnects or the log does not hold. Both end the file early.
  await finished(reply.raw).catch(() => undefined);
}
