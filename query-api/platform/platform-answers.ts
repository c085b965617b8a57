import type { FastifyReply, FastifyRequest } from "fastify";

import type { Pagination, PlatformListQuery } from "#kernel/contract/api/platform.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { noteAccess } from "#kernel/platform/access-log.ts";
import type { Clock } from "#kernel/platform/clock.ts";
import { ipPrefix } from "#kernel/platform/ip-prefix.ts";
import type { Pool } from "#kernel/platform/postgres.ts";
import type { Arguments } from "#query-api/ask.query.ts";
import { askFresh, type Freshness } from "#query-api/freshness.ts";
import type { ListBody } from "#query-api/listing.ts";
import { toPage } from "#query-api/page.ts";

import { askPlatform, type PlatformQuestion } from "./ask-platform.query.ts";
import type { MeasureMachine } from "./machine.ts";
import { untilShopsCaughtUp } from "./shops-caught-up.query.ts";

export type PlatformReads = Readonly<{
  /** Of role platform_ro. */
  pool: Pool;
  freshness: Freshness;
  clock: Clock;
  measure: MeasureMachine;
}>;

type Asking<Body, Data> = Readonly<{
  question: PlatformQuestion;
  args?: Arguments;
  /** A look at what belongs to shops stands in the access log before it is answered (R39). */
  isOfTenants: boolean;
  toData: (body: Body) => Data;
  /** What else is told of the answer. */
  toHeaders?: (body: Body) => Record<string, number>;
}>;

/** Answers a GET of the platform. It is never cached: a look that the log does not know of must not be possible. */
export async function answerPlatform<Body, Data>(
  { pool, freshness, clock }: PlatformReads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, args = {}, isOfTenants, toData, toHeaders }: Asking<Body, Data>,
): Promise<{ success: true; data: Data }> {
  const nowMs = clock();
  if (isOfTenants) {
    await noteAccess(pool, {
      atMs: nowMs,
      action: "platform-read",
      result: "ok",
      actorId: request.actor.userId,
      // Without its query: somebody may search for an email.
      target: `${request.method} ${request.routeOptions.url ?? ""}`,
      ipPrefix: ipPrefix(request.ip),
      requestId: request.id,
    });
  }
  const asked = { nowMs, args };
  await untilShopsCaughtUp(pool);
  const { answer, stale } = await askFresh(freshness, PLATFORM_TENANT_ID, {
    ask: () => askPlatform<Body>(pool, question.whole, asked),
    look: () => askPlatform<null>(pool, question.look, asked),
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  reply.headers(toHeaders?.(answer.body) ?? {});
  return { success: true, data: toData(answer.body) };
}

type Listing<Row, Item> = Readonly<{
  question: PlatformQuestion;
  query: PlatformListQuery;
  args?: Arguments;
  toItem: (row: Row) => Item;
}>;

/** A list of the platform, newest first, in pages. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties the rows of a question to what shows them
export function answerPage<Row, Item>(
  reads: PlatformReads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, query, args, toItem }: Listing<Row, Item>,
) {
  const page = toPage(query);
  return answerPlatform(reads, request, reply, {
    question,
    args: { ...args, ...page },
    isOfTenants: true,
    toHeaders: toTotal,
    toData: ({ total, items }: ListBody<Row>) => ({
      items: items.map(toItem),
      pagination: toPagination(page, total),
    }),
  });
}

export const toTotal = ({ total }: Readonly<{ total: number }>) => ({ "x-total-count": total });

export const toPagination = (
  { page, limit }: Readonly<{ page: number; limit: number }>,
  total: number,
): Pagination => ({ page, limit, total, pages: Math.ceil(total / limit) });

export const toTime = (ms: number): string => new Date(ms).toISOString();
export const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));
