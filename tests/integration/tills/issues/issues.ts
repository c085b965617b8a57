import * as z from "zod/mini";

import { type IssueItem, Issues, type IssueKind, type IssueWay } from "#kernel/contract/issues.ts";
import type { Answer } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import type { TestTenant } from "#tests/integration/tills/tills.ts";

export const Listed = z.object({ success: z.literal(true), data: Issues });

export const ISSUES = "/api/v1/issues";

/** What needs attention in a business. */
export async function issuesOf(shop: TestTenant): Promise<readonly IssueItem[]> {
  const { body } = await shop.call("owner", "GET", ISSUES);
  const { count, issues } = Listed.parse(body).data;
  if (count !== issues.length) throw new Error(`${count} issues, ${issues.length} listed`);
  return issues;
}

/** The only issue of a kind; throws if there is none, or another one. */
export async function issueOf(shop: TestTenant, kind: IssueKind): Promise<IssueItem> {
  const found = (await issuesOf(shop)).filter((issue) => issue.kind === kind);
  const [issue] = found;
  if (!issue || found.length > 1) throw new Error(`${found.length} issues of ${kind}`);
  return issue;
}

export const kindsOf = async (shop: TestTenant): Promise<IssueKind[]> =>
  (await issuesOf(shop)).map(({ kind }) => kind);

export const resolve = (
  shop: TestTenant,
  { id, kind, thing }: Pick<IssueItem, "id" | "kind" | "thing">,
  how: IssueWay,
  { as = "owner", ...calling }: Readonly<{ as?: Identity; headers?: Record<string, string> }> = {},
): Promise<Answer> =>
  shop.call(as, "POST", `${ISSUES}/${id}`, { body: { kind, thing, how }, ...calling });
