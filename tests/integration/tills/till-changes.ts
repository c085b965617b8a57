import * as z from "zod/mini";

import { CHANGES_PATH, TillChanges } from "#kernel/contract/api/till/changes.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

import type { TestTenant } from "./tills.ts";

/** Strict, so that nothing comes beside what a till may have. */
const Body = z.strictObject({ success: z.literal(true), data: z.strictObject(TillChanges.shape) });

/** What a till downloads: everything, or what changed since a position. */
export async function changesOf(
  tenant: TestTenant,
  { since, as = "owner" }: Readonly<{ since?: number; as?: Identity }> = {},
): Promise<TillChanges> {
  const url = since === undefined ? CHANGES_PATH : `${CHANGES_PATH}?since=${since}`;
  const answer = await tenant.call(as, "GET", url);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return Body.parse(answer.body).data;
}
