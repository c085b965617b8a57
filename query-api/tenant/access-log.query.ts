import type { AccessLogEntry } from "#kernel/contract/api/account.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

type Row = Omit<AccessLogEntry, "at"> & { at_ms: number };

/**
 * The access log is not a read model, because reading is not an event. Returns the lines of one
 * tenant.
 */
export async function findLines(
  pool: Pool,
  tenantId: TenantId,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<AccessLogEntry[]> {
  const { rows } = await pool.query<Row>({
    name: "access-lines",
    text: "select * from audit.lines_of($1, $2, $3)",
    values: [tenantId, limit, offset],
  });
  return rows.map(({ at_ms, ...line }) => ({ ...line, at: new Date(at_ms).toISOString() }));
}
