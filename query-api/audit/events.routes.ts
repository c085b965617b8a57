import * as z from "zod/mini";

import {
  AuditEvents,
  AuditEventsQuery,
  StoryKind,
  StoryQuery,
  AuditEventDetail,
  Activity,
  ActivityQuery,
} from "#kernel/contract/api/audit.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { MAX_TOTAL_MINOR } from "#kernel/contract/money.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { memberStream, profileStream } from "#kernel/node/ids.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { ACTIVITY } from "./activity.query.ts";
import { toActivity } from "./activity.ts";
import { eventDescriber, toItem } from "./describe-row.ts";
import { toEventDetail } from "./event-detail.ts";
import { EVENT } from "./event.query.ts";
import { eventsOf, type EventsBody, STORIES } from "./events.query.ts";
import type { EventFilter } from "./filter-branches.ts";

/** The event browser: a tenant's events as recorded. */
export const eventRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/events",
    { schema: { querystring: AuditEventsQuery, response: { 200: success(AuditEvents) } } },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { limit, ...query } = request.query;
      const size = sizeOf(limit);
      return answer(reads, request, reply, {
        question: eventsOf(toEventFilter(query)),
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
          before: query.before ?? AFTER_LAST,
          after: 0,
          limit: size + 1,
        },
        toData: (body) => toEventPage(body, size),
      });
    },
  );
};

function toEventFilter(query: Omit<AuditEventsQuery, "limit">): EventFilter {
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

const TYPES: ReadonlyMap<string, EventFilter["type"]> = new Map([
  ["SaleRecorded", "sold"],
  ["SaleVoided", "voided"],
]);

const PAGE = 50;
const LARGEST_PAGE = 200;
const AFTER_LAST = Number.MAX_SAFE_INTEGER;

const sizeOf = (limit = PAGE): number => Math.min(limit, LARGEST_PAGE);

/** An invalid id matches nothing. */
const UNKNOWN_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const idOf = (text: string | undefined): string | null =>
  text === undefined ? null : (z.uuid().safeParse(text).data ?? UNKNOWN_ID);

/**
 * The query reads one event more than the page, which tells whether there is a next page. A page
 * that is not full says how far the search went.
 */
export function toEventPage(body: EventsBody, size: number): AuditEvents {
  const describer = eventDescriber(body);
  const events = body.events.slice(0, size).map((row) => toItem(row, describer));
  const next = body.events.length > size ? (events.at(-1)?.seq ?? null) : body.reached;
  return { events, next: next === null ? null : String(next) };
}

/** All events about one entity or by one person, from the first on. */
export const storyRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/stories/:kind/:id",
    {
      schema: {
        params: z.object({ kind: StoryKind, id: IdInput }),
        querystring: StoryQuery,
        response: { 200: success(AuditEvents) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { kind, id } = request.params;
      const { after = 0, limit } = request.query;
      const size = sizeOf(limit);
      return answer(reads, request, reply, {
        question: STORIES[kind],
        args: {
          [kind]: idOf(id),
          ...(kind === "person" && streamsOf(id)),
          from: null,
          to: null,
          after,
          before: AFTER_LAST,
          limit: size + 1,
        },
        toData: (body) => toEventPage(body, size),
        ...(kind !== "person" && { missing: `${kind}-not-found` as const }),
      });
    },
  );
};

function streamsOf(id: string) {
  const person = UserId.safeParse(id).data;
  return {
    member: person ? memberStream(person) : null,
    profile: person ? profileStream(person) : null,
  };
}

/** One event, with its hashes and the proof that it is in a signed head. */
export const oneEventRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/events/:seq",
    {
      schema: { params: z.object({ seq: Count }), response: { 200: success(AuditEventDetail) } },
    },
    (request, reply) => {
      requireRight(request, "see-audit");
      return answer(reads, request, reply, {
        question: EVENT,
        args: { seq: request.params.seq },
        toData: toEventDetail,
      });
    },
  );
};

const WEEK = 7;

/** How often each person does what, and which figures are unusual. */
export const activityRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/activity",
    { schema: { querystring: ActivityQuery, response: { 200: success(Activity) } } },
    (request, reply) => {
      requireRight(request, "see-audit");
      const { from = null, to = null } = request.query;
      return answer(reads, request, reply, {
        question: ACTIVITY,
        args: { days: from === null ? WEEK : null, from, to },
        toData: toActivity,
      });
    },
  );
};
