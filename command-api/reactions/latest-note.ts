import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";

/** What was signed last of a shop's log, and the key to check it with. Over a pool of role jobs. */
export const createLatestNote = (pool: Pool) => async (tenantId: TenantId) => {
  const { rows } = await pool.query<{ note: string; public_key: Buffer }>(
    "select * from audit.latest_note($1)",
    [tenantId],
  );
  const [row] = rows;
  return row && { note: row.note, verifierKey: verifierKey(originOf(tenantId), row.public_key) };
};
