import type { FastifyReply } from "fastify";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { SignedHeads, SignedHeadsQuery } from "#kernel/contract/api/signed-head.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { limitBySender } from "#kernel/node/limits/limit-requests.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";
import { toPage } from "#query-api/listing.ts";
import { PLAIN_PAGE_HEADERS, escaped, plainPage } from "#query-api/plain-page.ts";

import { findSignedHeads, findKeys, findNote, FROM_THE_NEWEST } from "./signed-heads.query.ts";

const toPlace = ({ before = FROM_THE_NEWEST, limit }: SignedHeadsQuery) => ({
  before,
  limit: toPage(limit === undefined ? {} : { limit }).limit,
});

const pageOf = (tenantId: TenantId): string => `/checkpoints/${tenantId}`;

/** The signed heads of the tenant's own log. */
export const signedHeadRoutes: Routes<{ reads: Pick<Reads, "pool"> }> = async (app, { reads }) => {
  app.get(
    "/api/v1/audit/checkpoints",
    { schema: { querystring: SignedHeadsQuery, response: { 200: success(SignedHeads) } } },
    async (request, reply) => {
      requireRight(request, "see-audit");
      const { tenantId } = request.actor;
      const [checkpoints, keys] = await Promise.all([
        findSignedHeads(reads.pool, tenantId, toPlace(request.query)),
        findKeys(reads.pool, tenantId),
      ]);
      const data = { page: pageOf(tenantId), keys, checkpoints };
      return reply.send({ success: true, data });
    },
  );
};

const params = z.object({ tenantId: TenantId });
const text = { 200: { content: { "text/plain": { schema: z.string() } } } };

type PublicOptions = Readonly<{ reads: Pick<Reads, "pool">; limiter: RateLimiter }>;

/**
 * Public to anyone with a tenant's id: copies of signed heads outside the installation keep the
 * database's owner from rewriting the log unnoticed. They contain hashes and counts only.
 */
export const publicSignedHeadRoutes: Routes<PublicOptions> = async (app, options) => {
  const { pool } = options.reads;
  limitBySender(app, options.limiter);

  app.get(
    "/checkpoints/:tenantId",
    {
      schema: {
        params,
        querystring: SignedHeadsQuery,
        response: { 200: { content: { "text/html": { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const { tenantId } = request.params;
      const place = toPlace(request.query);
      const [checkpoints, keys] = await Promise.all([
        findSignedHeads(pool, tenantId, place),
        findKeys(pool, tenantId),
      ]);
      if (checkpoints.length === 0) return sendText(reply, undefined);
      const hasMore = checkpoints.length === place.limit;
      const page = signedHeadPage({ tenantId, page: pageOf(tenantId), keys, checkpoints, hasMore });
      return reply.headers(PLAIN_PAGE_HEADERS).send(page);
    },
  );
  app.get(
    "/checkpoints/:tenantId/keys",
    { schema: { params, response: text } },
    async (request, reply) => {
      const { tenantId } = request.params;
      if ((await findNote(pool, tenantId)) === undefined) return sendText(reply, undefined);
      const keys = await findKeys(pool, tenantId);
      return sendText(reply, keys.map((key) => `${key.verifier_key}\n`).join(""));
    },
  );
  app.get(
    "/checkpoints/:tenantId/latest",
    { schema: { params, response: text } },
    async (request, reply) => sendText(reply, await findNote(pool, request.params.tenantId)),
  );
  app.get(
    "/checkpoints/:tenantId/:treeSize",
    { schema: { params: z.extend(params, { treeSize: Count }), response: text } },
    async ({ params: { tenantId, treeSize } }, reply) =>
      sendText(reply, await findNote(pool, tenantId, treeSize)),
  );
};

/** The answer is the same for an unknown tenant and for one without signed heads. */
const sendText = (reply: FastifyReply, found: string | undefined): FastifyReply =>
  found === undefined
    ? sendProblem(reply, problemOf(404))
    : reply.type("text/plain; charset=utf-8").send(found);

type PageOptions = SignedHeads & Readonly<{ tenantId: string; hasMore: boolean }>;

/** The public page of a log: that it was signed, when, and up to which event. */
function signedHeadPage({ tenantId, page, keys, checkpoints, hasMore }: PageOptions): string {
  const last = checkpoints.at(-1);
  return plainPage(
    `${texts.product}: signed checkpoints`,
    `<p>Each note below records the whole log of business <code>${escaped(tenantId)}</code> as it was when it was signed. Keep one, and no earlier event can be changed unnoticed, not even by the owner of the database.</p>
<p>As text: <a href="${page}/latest">the newest note</a>, <a href="${page}/keys">the public keys</a>. Compare the keys with those in the report emails of the business.</p>
<h2>Public keys</h2>
${keys.map((key) => `<p>since ${escaped(key.since)}</p><pre>${escaped(key.verifier_key)}</pre>`).join("\n")}
<h2>Checkpoints</h2>
${checkpoints.map((one) => `<h3><a href="${page}/${one.tree_size}">${one.tree_size} events</a>, signed ${escaped(one.signed_at)}</h3>\n<pre>${escaped(one.note)}</pre>`).join("\n")}
${hasMore && last ? `<p><a href="${page}?before=${last.tree_size}">Older ones</a></p>` : ""}`,
  );
}
