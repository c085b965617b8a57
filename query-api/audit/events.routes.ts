import { AuditEvents, AuditEventsQuery } from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { BEHIND_ALL, idOf, sizeOf, toEventPage } from "./event-page.ts";
import { eventsOf } from "./events.query.ts";
import type { Narrowed } from "./filter-branches.ts";

/** The events of a shop, as they were recorded. */
export const eventRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/events",
    { schema: { querystring: AuditEventsQuery, response: { 200: success(AuditEvents) } } },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { limit, ...query } = request.query;
      const size = sizeOf(limit);
      return answer(reads, request, reply, {
        question: eventsOf(narrowedBy(query)),
        args: {
          type: query.type ?? null,
          person: idOf(query.person),
          product: idOf(query.product),
          customer: idOf(query.customer),
          sale: idOf(query.sale),
          min: query.min ?? 0,
          max: query.max ?? MAX_TOTAL_MINOR,
          from: query.from ?? null,
          to: query.to ?? null,
          before: query.before ?? BEHIND_ALL,
          after: 0,
          limit: size + 1,
        },
        toData: (body) => toEventPage(body, size),
      });
    },
  );
};

function narrowedBy(query: Omit<AuditEventsQuery, "limit">): Narrowed {
  const { type, person, product, customer, sale, min, max } = query;
  return {
    ...(type && { type: TYPES.get(type) ?? "other" }),
    ...(person !== undefined && { person: true }),
    ...((min !== undefined || max !== undefined) && { amount: true }),
    ...(product !== undefined && { product: true }),
    ...(customer !== undefined && { customer: true }),
    ...(sale !== undefined && { sale: true }),
  };
}

const TYPES: ReadonlyMap<string, Narrowed["type"]> = new Map([
  ["SaleRecorded", "sold"],
  ["SaleVoided", "voided"],
]);
