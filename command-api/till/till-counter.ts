import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

/** The last entry of a till that arrived, and the last one that it reported; 0 before the first. */
export type EntryPosition = Readonly<{ lastSeq: number; toldSeq: number }>;

type Row = { last_seq: number; told_seq: number | null };

/** Read when a till is revoked. */
export async function readPosition(
  pool: Pool,
  tenantId: TenantId,
  till: number,
): Promise<EntryPosition> {
  const { rows } = await pool.query<Row>({
    name: "till position",
    text: `select es.counter_value($1, $2) as last_seq,
                  (select t.told_seq from ops.till_contacts($1) t where t.till = $3) as told_seq`,
    values: [tenantId, `till:${till}`, till],
  });
  const lastSeq = rows[0]?.last_seq ?? 0;
  return { lastSeq, toldSeq: Math.max(lastSeq, rows[0]?.told_seq ?? 0) };
}
