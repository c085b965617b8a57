import type { FastifyReply, FastifyRequest } from "fastify";

import type { Clock } from "#kernel/platform/clock.ts";
import type { Pool } from "#kernel/platform/postgres.ts";

import { type Answer, type Arguments, ask, look, type Prepared } from "./ask.query.ts";
import { isHeld, toEntityTag } from "./etag.ts";
import { askFresh, type Freshness } from "./freshness.ts";

export type Reads = Readonly<{
  pool: Pool;
  freshness: Freshness;
  clock: Clock;
  /** Another build may give another answer from the same rows. */
  build: string;
}>;

type Asking<Body, Data> = Readonly<{
  question: Prepared;
  /** With the role, all that the answer depends on. */
  args: Arguments;
  toData: (body: Body) => Data;
  toHeaders?: (body: Body) => Record<string, number>;
}>;

/**
 * Answers a GET with what the tenant's read models say, at least as fresh as the moment it was asked,
 * or with 304. Routes know nothing of lag, snapshots and caching.
 */
export async function answer<Body, Data>(
  { pool, freshness, clock, build }: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, args, toData, toHeaders }: Asking<Body, Data>,
): Promise<{ success: true; data: Data } | undefined> {
  const { tenantId, role } = request.actor;
  const asked = { tenantId, nowMs: clock(), args };
  const held = request.headers["if-none-match"];
  const path = request.routeOptions.url;
  const tagOf = (state: Answer<unknown>): string =>
    toEntityTag({ ...state, build, role, asked: JSON.stringify([path, args]) });

  if (held !== undefined) {
    const state = await look(pool, question, asked);
    const tag = tagOf(state);
    if (isSettled(state) && isHeld(held, tag)) {
      await withTag(reply, tag).code(304).send();
      return undefined;
    }
  }
  const { answer: found, stale } = await askFresh(freshness, tenantId, {
    ask: () => ask<Body>(pool, question, asked),
    look: () => look(pool, question, asked),
  });
  if (isSettled(found)) withTag(reply, tagOf(found));
  if (stale !== undefined) reply.header("x-stale", stale);
  reply.headers(toHeaders?.(found.body) ?? {});
  return { success: true, data: toData(found.body) };
}

/**
 * While events come in, one read model may be ahead of another: their checkpoint does not tell two such
 * answers apart.
 */
const isSettled = ({ checkpoint, head }: Answer<unknown>): boolean => checkpoint >= head;

const withTag = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.headers({
    etag: tag,
    "cache-control": "private, no-cache",
    vary: "Authorization, Accept-Encoding",
  });
