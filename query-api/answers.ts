import type { FastifyReply, FastifyRequest } from "fastify";

import type { AsOf } from "#kernel/contract/api/as-of.ts";
import { reject } from "#kernel/contract/rejection.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { AnswerCache } from "./answer-cache.ts";
import {
  type Answer,
  type Arguments,
  ask,
  type AskInput,
  type Prepared,
  readProgress,
} from "./ask.query.ts";
import { isHeld, toEntityTag } from "./etag.ts";
import { askFresh, type Freshness } from "./freshness.ts";
import { findMoment } from "./moment.query.ts";

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
  cache?: AnswerCache<Data>;
  /** What was so then is answered, to who may audit. */
  asOf?: AsOf | undefined;
}>;

const MISSING = {
  "product-not-found": "Product not found",
  "sale-not-found": "Sale not found",
  "customer-not-found": "Customer not found",
} as const;

/**
 * Answers a GET with what the tenant's read models say, at least as fresh as the moment it was asked, or as they stood
 * at a moment of the past; or with 304. Routes know nothing of lag, snapshots and caching.
 */
export async function answer<Body extends object | null, Data>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  asking: Asking<Body, Data>,
): Promise<{ success: true; data: Data } | undefined> {
  const moment = await momentOf(reads, request, reply, asking.asOf);
  return moment && answerAt(moment, reads, { ...asking, request, reply });
}

/** Of which moment is asked: of now, or of one of the past. Undefined where the request is refused. */
async function momentOf(
  { pool, clock }: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  asOf: AsOf | undefined,
): Promise<Moment | undefined> {
  if (asOf === undefined) return { nowMs: clock() };
  requireRight(request, "see-audit");
  const { head, seq, atMs } = await findMoment(pool, request.actor.tenantId, asOf);
  // An event that is there has come, also where the log's clock is ahead of this one.
  if ("seq" in asOf ? seq > head : atMs > clock()) {
    await sendRejection(reply, reject("as-of-ahead"), AHEAD);
    return undefined;
  }
  reply.headers({ "x-as-of": seq, "x-as-of-at": new Date(atMs).toISOString() });
  return { nowMs: atMs, seq };
}

type Moment = Pick<AskInput, "nowMs" | "seq">;

const AHEAD = { "as-of-ahead": "This moment has not come yet" };

type Requested = Readonly<{ request: FastifyRequest; reply: FastifyReply }>;

async function answerAt<Body extends object | null, Data>(
  moment: Moment,
  { pool, freshness, build }: Reads,
  { request, reply, ...asking }: Asking<Body, Data> & Requested,
): Promise<{ success: true; data: Data } | undefined> {
  const { question, args, toData, toHeaders, cache } = asking;
  const { tenantId, role } = request.actor;
  const asked = { tenantId, args, ...moment };
  const { seq } = moment;
  const wanted = JSON.stringify([request.routeOptions.url, args, seq === undefined ? [] : moment]);
  const tagOf = (state: Answer<unknown>): string =>
    toEntityTag({ ...state, build, tenantId, role, asked: wanted });
  const key = JSON.stringify([tenantId, role, wanted]);
  const readState = () => readProgress(pool, question, asked);

  const held = request.headers["if-none-match"];
  const known = await recall(readState, { held, tagOf, key, cache });
  if (known) {
    withTag(reply, known.tag);
    if ("data" in known) return { success: true, data: known.data };
    await reply.code(304).send();
    return undefined;
  }
  const { answer: found, stale } = await askFresh(freshness, tenantId, {
    ask: () => ask(pool, question, asked),
    readProgress: readState,
    seq,
  });
  if (stale !== undefined) reply.header("x-stale", stale);
  if (found.body === null) {
    await sendMissing(reply, asking.missing);
    return undefined;
  }
  const data = toData(found.body);
  if (isSettled(found)) {
    withTag(reply, tagOf(found));
    cache?.keep(key, tagOf(found), data);
  }
  reply.headers(toHeaders?.(found.body) ?? {});
  return { success: true, data };
}

/** Waited for until it is sent: a hook may still be writing a line about it. */
const sendMissing = (reply: FastifyReply, missing?: keyof typeof MISSING): FastifyReply =>
  missing ? sendRejection(reply, reject(missing), MISSING) : sendProblem(reply, problemOf(404));

type Recalling<Data> = Readonly<{
  held: string | undefined;
  tagOf: (state: Answer<unknown>) => string;
  key: string;
  cache: AnswerCache<Data> | undefined;
}>;

/** Where nothing has changed since: the tag alone of what the reader holds, or what was answered before. */
async function recall<Data>(
  readState: () => Promise<Answer<unknown>>,
  { held, tagOf, key, cache }: Recalling<Data>,
): Promise<Readonly<{ tag: string } | { tag: string; data: Data }> | undefined> {
  if (held === undefined && !cache?.has(key)) return undefined;
  const state = await readState();
  if (!isSettled(state)) return undefined;
  const tag = tagOf(state);
  if (isHeld(held, tag)) return { tag };
  const data = cache?.recall(key, tag);
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
