import type { FastifyReply, FastifyRequest } from "fastify";

import type { Pagination, PlatformListQuery } from "#kernel/contract/api/platform/figures.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { requestFields, logAccess } from "#kernel/node/access-log.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";
import type { Arguments, Prepared } from "#query-api/ask.query.ts";
import { askFresh, type Freshness } from "#query-api/freshness.ts";
import { type ListBody, toPage } from "#query-api/listing.ts";

import {
  askPlatform,
  readPlatformProgress,
  waitUntilTenantsProjected,
} from "./ask-platform.query.ts";
import type { MeasureMachine } from "./machine.ts";

export type PlatformReads = Readonly<{
  /** Connects as role platform_ro. */
  pool: Pool;
  freshness: Freshness;
  clock: Clock;
  measure: MeasureMachine;
}>;

type ReadOptions<Body> = Readonly<{
  question: Prepared<Body>;
  args?: Arguments;
  /** The access log entry, written before the answer is sent, for reads of tenants' data. */
  noted?: "platform-read" | "export" | undefined;
}>;

/** Reads for a super admin, and marks the answer if it is older than the log. */
export async function readPlatform<Body>(
  { pool, freshness, clock }: PlatformReads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, args = {}, noted }: ReadOptions<Body>,
): Promise<Body> {
  if (noted !== undefined) {
    await logAccess(pool, {
      ...requestFields(request, clock),
      action: noted,
      result: "ok",
      // Without the query, which may contain an email address.
      target: `${request.method} ${request.routeOptions.url ?? ""}`,
    });
  }
  const asked = { nowMs: clock(), args };
  await waitUntilTenantsProjected(pool);
  const { answer, stale } = await askFresh(freshness, PLATFORM_TENANT_ID, {
    ask: () => askPlatform(pool, question, asked),
    readProgress: () => readPlatformProgress(pool, question, asked),
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  return answer.body;
}

type PlatformAnswerOptions<Body, Data> = Omit<ReadOptions<Body>, "noted"> &
  Readonly<{
    isOfTenants: boolean;
    toData: (body: Body) => Data;
    /** Further response headers. */
    toHeaders?: (body: Body) => Record<string, number>;
  }>;

/** Answers a GET of the platform. Never cached, since every read must be in the access log. */
export async function answerPlatform<Body, Data>(
  reads: PlatformReads,
  request: FastifyRequest,
  reply: FastifyReply,
  { isOfTenants, toData, toHeaders, ...read }: PlatformAnswerOptions<Body, Data>,
): Promise<{ success: true; data: Data }> {
  const noted = isOfTenants ? "platform-read" : undefined;
  const body = await readPlatform(reads, request, reply, { ...read, noted });
  reply.headers(toHeaders?.(body) ?? {});
  return { success: true, data: toData(body) };
}

type PageOptions<Row, Item> = Readonly<{
  question: Prepared<ListBody<Row>>;
  query: PlatformListQuery;
  args?: Arguments;
  toItem: (row: Row) => Item;
}>;

/** A list of the platform, newest first, in pages. */
export function answerPage<Row, Item>(
  reads: PlatformReads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, query, args, toItem }: PageOptions<Row, Item>,
) {
  const page = toPage(query);
  return answerPlatform(reads, request, reply, {
    question,
    args: { ...args, ...page },
    isOfTenants: true,
    toHeaders: toTotal,
    toData: ({ total, items }) => ({
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
