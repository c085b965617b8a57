import { success } from "#kernel/contract/api/envelope.ts";
import { timeFormatter } from "#kernel/contract/events/names.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { IssueKind, type IssueItem, Issues, ISSUES_PATH, waysOf } from "#kernel/contract/issues.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { issueStream } from "#kernel/node/ids.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { findContacts } from "#query-api/till/tills.query.ts";

import { describeIssue, type WordsContext } from "./describe-issue.ts";
import { type IssueRow, ISSUES, type IssuesBody } from "./issues.query.ts";

/** A till that calls sends what it has, so what is missing is listed only after this time. */
const QUIET_MS = 60 * 60_000;

/** What needs attention in a business, most urgent first. */
export const issueRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    ISSUES_PATH,
    { schema: { response: { 200: success(Issues) } } },
    async (request, reply) => {
      requireRight(request, "resolve-issues");
      const { tenantId } = request.actor;
      const missing = await findMissing(reads, tenantId);
      return answer(reads, request, reply, {
        question: ISSUES,
        // No event tells that they changed, so they are part of what the entity tag is made of.
        args: { missing: JSON.stringify(missing) },
        toData: (body) => toIssues(body, tenantId),
      });
    },
  );
};

/** Tills that reported more than has arrived. */
async function findMissing({ pool, clock }: Reads, tenantId: TenantId) {
  const contacts = await findContacts(pool, tenantId);
  return contacts
    .filter(({ told_seq, received_seq }) => told_seq > received_seq)
    .map(({ till, told_seq: made, received_seq: received, contact_ms }) => ({
      till,
      made,
      received,
      contact_ms,
      isQuiet: clock() - contact_ms > QUIET_MS,
    }));
}

const URGENCY = new Map(IssueKind.options.map((kind, index) => [kind, index]));

function toIssues(body: IssuesBody, tenantId: TenantId): Issues {
  const context = { currency: body.currency, timeOf: timeFormatter(body.timezone) };
  return {
    count: body.count,
    // Sorting is stable, so within a kind the newest stays first.
    issues: body.rows
      .map((row) => toItem(row, tenantId, context))
      .toSorted((a, b) => (URGENCY.get(a.kind) ?? 0) - (URGENCY.get(b.kind) ?? 0)),
  };
}

const toItem = (row: IssueRow, tenantId: TenantId, context: WordsContext): IssueItem => ({
  id: issueStream(tenantId, row.kind, row.thing),
  kind: row.kind,
  thing: row.thing,
  at: row.at_ms === null ? null : new Date(row.at_ms).toISOString(),
  ...describeIssue(row, context),
  ways: [...waysOf(row.kind, row.removed ?? false)],
  sales: (row.sales ?? []).map(({ sale_id: id, receipt }) => ({ id, name: receipt ?? "" })),
  products: productsOf(row),
  customers: (row.customers ?? []).map(({ id, name }) => ({ id, name })),
  till: row.till === null ? null : { id: String(row.till), name: row.till_name ?? "" },
});

/** The products that an issue is about, if they are in the list. */
function productsOf({ kind, thing, product, sales, products_then: then }: IssueRow) {
  if (product) return [{ id: thing, name: product.name }];
  if (kind !== "old-price") return [];
  const lines = (sales ?? []).flatMap((sale) => sale.lines);
  return (then ?? []).flatMap(({ product_id: id, price_minor }) => {
    const line = lines.find(({ productId }) => productId === id);
    const isOther = price_minor !== null && line?.listPriceMinor !== price_minor;
    return line && isOther ? [{ id, name: line.name }] : [];
  });
}
