import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { Lineage, LineageQuery } from "#kernel/contract/api/lineage.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

import { lineageOf, toLineage, fromCursor, START } from "./lineage.query.ts";

const PAGE_SIZE = 50;
const LARGEST_PAGE = 500;

/** The events that make up a figure, with what each added to it. */
export const lineageRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/lineage",
    { schema: { querystring: LineageQuery, response: { 200: success(Lineage) } } },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { figure, limit = PAGE_SIZE, cursor, as_of: asOf, ...query } = request.query;
      const size = Math.min(limit, LARGEST_PAGE);
      const after = cursor === undefined ? START : fromCursor(cursor);
      const { days, from, to } = toSpan(query, request.actor.role);
      return answer(reads, request, reply, {
        question: lineageOf(figure),
        args: {
          days,
          from,
          to,
          currency: query.currency ?? null,
          hour: query.hour ?? null,
          method: query.method ?? null,
          status: query.status ?? null,
          about: z.uuid().safeParse(query.about).data ?? null,
          ...after,
          limit: size + 1,
        },
        toData: (row) => toLineage(row, { figure, size, after }),
        missing: figure.startsWith("sale.") ? "sale-not-found" : "product-not-found",
        asOf,
      });
    },
  );
};
