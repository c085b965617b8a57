import type { Pool } from "pg";

import type { AsOf } from "#kernel/contract/api/as-of.ts";
import type { TenantId } from "#kernel/contract/ids.ts";

type Row = { head: number; seq: number; atMs: number | null };

/** The last event up to a moment, and its time. A `seq` above `head` does not exist yet. */
export async function findMoment(
  pool: Pool,
  tenantId: TenantId,
  asOf: AsOf,
): Promise<Readonly<{ head: number; seq: number; atMs: number }>> {
  const { rows } = await pool.query<Row>({
    name: "moment",
    text: `select m.head, m.seq, m.at_ms as "atMs" from es.moment($1, $2, $3) m`,
    values: [tenantId, "seq" in asOf ? asOf.seq : null, "ms" in asOf ? asOf.ms : null],
  });
  const [row] = rows;
  if (!row) throw new Error("es.moment gave no row");
  return { head: row.head, seq: row.seq, atMs: row.atMs ?? Number.MAX_SAFE_INTEGER };
}
