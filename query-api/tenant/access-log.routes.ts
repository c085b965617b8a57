import * as z from "zod/mini";

import { AccessLine } from "#kernel/contract/api/access-log.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { PlatformListQuery } from "#kernel/contract/api/platform.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";
import { toPage } from "#query-api/page.ts";

import { findLines } from "./access-log.query.ts";

/** What names the shop in the access log: looks of the platform at it among the rest (R39). */
export const accessLogRoutes: Routes<{ reads: Pick<Reads, "pool"> }> = async (app, { reads }) => {
  app.get(
    "/api/v1/access-log",
    {
      schema: { querystring: PlatformListQuery, response: { 200: success(z.array(AccessLine)) } },
    },
    async (request, reply) => {
      requireRight(request, "see-access-log");
      const data = await findLines(reads.pool, request.actor.tenantId, toPage(request.query));
      return reply.send({ success: true, data });
    },
  );
};
