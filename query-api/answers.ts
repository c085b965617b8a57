import type { FastifyReply, FastifyRequest } from "fastify";

import { reject } from "#kernel/contract/rejection.ts";
import type { Clock } from "#kernel/platform/clock.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/platform/http-errors.ts";
import type { Pool } from "#kernel/platform/postgres.ts";

import { type Answer, type Arguments, ask, look, type Prepared } from "./ask.query.ts";
import { isHeld, toEntityTag } from "./etag.ts";
import { askFresh, type Freshness } from "./freshness.ts";
import type { Memory } from "./memory.ts";

export type Reads = Readonly<{
  pool: Pool;
  freshness: Freshness;
  clock: Clock;
  /** Another build may give another answer from the same rows. */
  build: string;
}>;

type Asking<Body, Data> = Readonly<{
  /** Its answer is null where the thing asked for is not there, or not this shop's (R29). */
  question: Prepared<Body>;
  /** With the role, all that the answer depends on. */
  args: Arguments;
  toData: (body: NonNullable<Body>) => Data;
  toHeaders?: (body: NonNullable<Body>) => Record<string, string | number>;
  /** What is said where the answer is null. */
  missing?: keyof typeof MISSING;
  /** Where the answer is kept: it is made again only once something has changed. */
  memory?: Memory<Data>;
}>;

const MISSING = {
  "product-not-found": "Product not found",
  "sale-not-found": "Sale not found",
} as const;

/**
 * Answers a GET with what the tenant's read models say, at least as fresh as the moment it was asked,
 * or with 304. Routes know nothing of lag, snapshots and caching.
 */
export async function answer<Body extends object | null, Data>(
  { pool, freshness, clock, build }: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  { question, args, toData, toHeaders, missing, memory }: Asking<Body, Data>,
): Promise<{ success: true; data: Data } | undefined> {
  const { tenantId, role } = request.actor;
  const asked = { tenantId, nowMs: clock(), args };
  const path = request.routeOptions.url;
  const tagOf = (state: Answer<unknown>): string =>
    toEntityTag({ ...state, build, tenantId, role, asked: JSON.stringify([path, args]) });
  const key = JSON.stringify([tenantId, role, args]);
  const lookAgain = () => look(pool, question, asked);

  const held = request.headers["if-none-match"];
  const known = await recall(lookAgain, { held, tagOf, key, memory });
  if (known) {
    withTag(reply, known.tag);
    if ("data" in known) return { success: true, data: known.data };
    await reply.code(304).send();
    return undefined;
  }
  const { answer: found, stale } = await askFresh(freshness, tenantId, {
    ask: () => ask(pool, question, asked),
    look: lookAgain,
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  if (found.body === null) {
    // Until it is sent: a hook may still be writing a line about it.
    await (missing
      ? sendRejection(reply, reject(missing), MISSING)
      : sendProblem(reply, problemOf(404)));
    return undefined;
  }
  const data = toData(found.body);
  if (isSettled(found)) {
    withTag(reply, tagOf(found));
    memory?.keep(key, tagOf(found), data);
  }
  reply.headers(toHeaders?.(found.body) ?? {});
  return { success: true, data };
}

type Recalling<Data> = Readonly<{
  held: string | undefined;
  tagOf: (state: Answer<unknown>) => string;
  key: string;
  memory: Memory<Data> | undefined;
}>;

/** Where nothing has changed since: the tag alone of what the reader holds, or what was answered before. */
async function recall<Data>(
  lookAgain: () => Promise<Answer<unknown>>,
  { held, tagOf, key, memory }: Recalling<Data>,
): Promise<Readonly<{ tag: string } | { tag: string; data: Data }> | undefined> {
  if (held === undefined && !memory?.has(key)) return undefined;
  const state = await lookAgain();
  if (!isSettled(state)) return undefined;
  const tag = tagOf(state);
  if (isHeld(held, tag)) return { tag };
  const data = memory?.recall(key, tag);
  return data === undefined ? undefined : { tag, data };
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
