import type { FastifyReply, FastifyRequest } from "fastify";

import type { AsOf } from "#kernel/contract/api/as-of.ts";
import { invariant, reject } from "#kernel/contract/rejection.ts";
import { problemOf, sendProblem, sendRejection } from "#kernel/node/http/errors.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Clock } from "#kernel/node/time.ts";

import { type AnswerCache, createAnswerCache } from "./answer-cache.ts";
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
  /** Part of the entity tag: another build may answer differently from the same rows. */
  build: string;
}>;

type Headers = Readonly<Record<string, string | number>>;

/** An answer as it was sent, before it was compressed. */
type KeptAnswer = Readonly<{ payload: Buffer; headers: Headers }>;

/** The answers that a process keeps, of all its routes. */
export type KeptAnswers = AnswerCache<KeptAnswer>;

const MOST_KEPT = 2_000;
/** Some twenty lists of a thousand sales. What they were compressed to, a tenth of it, comes on top. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
const UNUSED_MS = 10 * 60_000;

export const createKeptAnswers = (): KeptAnswers =>
  createAnswerCache<KeptAnswer>(MOST_KEPT, {
    mostBytes: MOST_KEPT_BYTES,
    sizeOf: ({ payload }) => payload.length,
    unusedMs: UNUSED_MS,
  });

export type AnswerOptions<Body, Data> = Readonly<{
  /** Answers null if the entity does not exist or belongs to another tenant. */
  question: Prepared<Body>;
  /** Everything that the answer depends on, including the role. */
  args: Arguments;
  /**
   * May take several turns of the event loop. `items`: the text that a question with items gives
   * beside its body. Bytes are sent as they are.
   */
  toData: (body: NonNullable<Body>, items: string) => Data | Promise<Data>;
  toHeaders?: (body: NonNullable<Body>) => Headers;
  /** The error code if the answer is null. */
  missing?: keyof typeof MISSING;
  /** Keeps the answer until its read models change. */
  kept?: KeptAnswers | undefined;
  /** Answers as of a past moment; requires the right to audit. */
  asOf?: AsOf | undefined;
  /** Is waited for before the answer is sent: the position of the log that the answer is of. */
  onRead?: ((seq: number) => Promise<void>) | undefined;
}>;

const ignored = (): Promise<void> => Promise.resolve();

const MISSING = {
  "approval-not-found": "Approval not found",
  "product-not-found": "Product not found",
  "sale-not-found": "Sale not found",
  "customer-not-found": "Customer not found",
} as const;

/**
 * Answers a GET from the tenant's read models: at least as fresh as the moment of the request, or
 * as of a past moment, or with 304. Routes know nothing about lag, snapshots and caching.
 */
export async function answer<Body extends object | null, Data>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  asking: AnswerOptions<Body, Data>,
): Promise<{ success: true; data: Data } | undefined> {
  const moment = await momentOf(reads, request, reply, asking.asOf);
  const { onRead = ignored } = asking;
  return moment && answerAt(moment, reads, { ...asking, onRead, request, reply });
}

/** The present, or the requested past moment. Undefined if the request was refused. */
async function momentOf(
  { pool, clock }: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  asOf: AsOf | undefined,
): Promise<Moment | undefined> {
  if (asOf === undefined) return { nowMs: clock() };
  requireRight(request, "see-audit");
  const { head, seq, atMs } = await findMoment(pool, request.actor.tenantId, asOf);
  // An event in the log is never in the future, even if the log's clock is ahead of this one.
  if ("seq" in asOf ? seq > head : atMs > clock()) {
    await sendRejection(reply, reject("as-of-ahead"), AHEAD);
    return undefined;
  }
  reply.headers({ "x-as-of": seq, "x-as-of-at": new Date(atMs).toISOString() });
  return { nowMs: atMs, seq };
}

type Moment = Pick<AskInput, "nowMs" | "seq">;

const AHEAD = { "as-of-ahead": "This moment is in the future" };

type AnsweringOptions<Body, Data> = Omit<AnswerOptions<Body, Data>, "onRead"> &
  Readonly<{
    request: FastifyRequest;
    reply: FastifyReply;
    onRead: (seq: number) => Promise<void>;
  }>;

async function answerAt<Body extends object | null, Data>(
  moment: Moment,
  { pool, freshness, build }: Reads,
  { request, reply, ...asking }: AnsweringOptions<Body, Data>,
): Promise<{ success: true; data: Data } | undefined> {
  const { question, args, toData, toHeaders, kept, onRead } = asking;
  const { tenantId, role } = request.actor;
  const asked = { tenantId, args, ...moment };
  const { seq } = moment;
  const past = seq === undefined ? [] : moment;
  const wanted = JSON.stringify([request.routeOptions.url, question.whole.name, args, past]);
  const tagOf = (state: Answer<unknown>): string =>
    toEntityTag({ ...state, build, tenantId, role, asked: wanted });
  const key = JSON.stringify([tenantId, role, wanted]);
  const readState = () => readProgress(pool, question, asked);

  const held = request.headers["if-none-match"];
  const known = await recall(readState, { held, tagOf, key, kept });
  if (known) {
    await onRead(known.seq);
    withTag(reply, known.tag);
    if ("payload" in known) await sendBytes(reply, known);
    else await reply.code(304).send();
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
  await onRead(found.checkpoint);
  const data = await toData(found.body, found.items);
  const headers = toHeaders?.(found.body) ?? {};
  const tag = isSettled(found) ? tagOf(found) : undefined;
  if (tag !== undefined) withTag(reply, tag);
  const payload = Buffer.isBuffer(data) ? data : kept && toBytes(reply, data);
  if (payload === undefined) {
    reply.headers(headers);
    return { success: true, data };
  }
  if (tag !== undefined) kept?.keep(key, tag, { payload, headers });
  await sendBytes(reply, { payload, headers });
  return undefined;
}

/** Checked and written by the schema of the route. */
function toBytes(reply: FastifyReply, data: unknown): Buffer {
  const text = reply.serialize({ success: true, data });
  invariant(typeof text === "string", "a schema writes text");
  return Buffer.from(text);
}

const sendBytes = (reply: FastifyReply, { payload, headers }: KeptAnswer): FastifyReply =>
  reply.headers(headers).type("application/json; charset=utf-8").send(payload);

/** Must be awaited until sent, because a hook may still write to the access log. */
const sendMissing = (reply: FastifyReply, missing?: keyof typeof MISSING): FastifyReply =>
  missing ? sendRejection(reply, reject(missing), MISSING) : sendProblem(reply, problemOf(404));

type RecallOptions = Readonly<{
  held: string | undefined;
  tagOf: (state: Answer<unknown>) => string;
  key: string;
  kept: KeptAnswers | undefined;
}>;

type Held = Readonly<{ tag: string; seq: number }>;

/** Returns the tag that the client already has, or the kept answer, if nothing has changed. */
async function recall(
  readState: () => Promise<Answer<unknown>>,
  { held, tagOf, key, kept }: RecallOptions,
): Promise<Readonly<Held | (Held & KeptAnswer)> | undefined> {
  if (held === undefined && !kept?.has(key)) return undefined;
  const state = await readState();
  if (!isSettled(state)) return undefined;
  const tag = tagOf(state);
  const seq = state.checkpoint;
  if (isHeld(held, tag)) return { tag, seq };
  const known = kept?.recall(key, tag);
  return known && { tag, seq, ...known };
}

/**
 * While events are being applied, one read model may be ahead of another, and two different answers
 * would have the same checkpoint.
 */
const isSettled = ({ checkpoint, head }: Answer<unknown>): boolean => checkpoint >= head;

const withTag = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.headers({
    etag: tag,
    "cache-control": "private, no-cache",
    vary: "Authorization, Accept-Encoding",
  });
