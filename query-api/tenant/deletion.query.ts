import type { AccountDeletion } from "#kernel/contract/api/account-deletion.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type DeletionRow = { until_ms: number | null };

export const DELETION: Prepared<DeletionRow | null> = prepare({
  name: "account-deletion",
  projections: ["shops"],
  sql: `
    select json_build_object('until_ms', (
      select s.deletion_until_ms from rm.rm_shops s where s.tenant_id = $1))`,
});

export const toDeletion = ({ until_ms: untilMs }: DeletionRow): AccountDeletion => ({
  until: untilMs === null ? null : new Date(untilMs).toISOString(),
});
