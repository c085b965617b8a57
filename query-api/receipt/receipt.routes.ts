import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { limitBySender } from "#kernel/node/limits/limit-requests.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Reads } from "#query-api/answers.ts";
import { type Arguments, ask, type Prepared, readProgress } from "#query-api/ask.query.ts";
import { EVENT } from "#query-api/audit/event.query.ts";
import { proveEvent } from "#query-api/audit/prove-event.ts";
import { askFresh } from "#query-api/freshness.ts";

import { NOT_FOUND_PAGE, RECEIPT_HEADERS, receiptPage, type Signed } from "./receipt-page.ts";
import { findReceipt, RECEIPT, type ReceiptPlace } from "./receipt.query.ts";

/** 16 bytes as base64url. Anything else is not a token, so the database is not asked. */
const TOKEN = /^[\w-]{22}$/;

const HTML = { content: { "text/html": { schema: z.string() } } };

type ReceiptOptions = Readonly<{ reads: Reads; limiter: RateLimiter }>;

/**
 * Public to anyone with the address of a receipt, which its shop gave them: the receipt as it was
 * issued, whether it is valid now, and that it is in the signed log. It sets no cookie, loads
 * nothing and is not to be indexed.
 */
export const receiptRoutes: Routes<ReceiptOptions> = async (app, { reads, limiter }) => {
  limitBySender(app, limiter);

  app.get(
    "/r/:token",
    {
      schema: {
        params: z.object({ token: z.string() }),
        response: { 200: HTML },
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      const place = TOKEN.test(token) ? await findReceipt(reads.pool, token) : undefined;
      const receipt = place && (await askNow(reads, place, RECEIPT, { saleId: place.saleId }));
      if (!receipt) return sendNothing(request, reply);
      const signed = await signedPlace(reads, place, receipt.seq);
      return send(reply, receiptPage(receipt, { ...place, ...signed }));
    },
  );
};

/** The same for an unknown token as for a business that was deleted or shares no links. */
const sendNothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.headers.accept?.includes("text/html")
    ? send(reply.code(404), NOT_FOUND_PAGE)
    : sendProblem(reply, problemOf(404));

const send = (reply: FastifyReply, page: string): FastifyReply =>
  reply.headers(RECEIPT_HEADERS).send(page);

/** An answer that includes all that is in the shop's log now: a void of a moment ago, too. */
async function askNow<Body>(
  { pool, freshness, clock }: Reads,
  { tenantId }: ReceiptPlace,
  question: Prepared<Body>,
  args: Arguments,
): Promise<Body> {
  const asked = { tenantId, nowMs: clock(), args };
  const { answer } = await askFresh(freshness, tenantId, {
    ask: () => ask(pool, question, asked),
    readProgress: () => readProgress(pool, question, asked),
  });
  return answer.body;
}

/** The first signed checkpoint that the sale is in, if there is one yet, and whether it holds. */
async function signedPlace(reads: Reads, place: ReceiptPlace, seq: number): Promise<Signed> {
  const event = await askNow(reads, place, EVENT, { seq });
  if (!event) return { seq };
  const { checkpoint, row } = event;
  const proof = proveEvent(place.tenantId, event);
  if (!checkpoint || !proof?.holds) return { seq, leaf: row.leaf };
  const { treeSize, signedMs } = checkpoint;
  return { seq, leaf: row.leaf, checkpoint: { treeSize, signedMs } };
}
