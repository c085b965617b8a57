import type { Pool } from "pg";

type Row = { is_ready: boolean };

/** Reachable, and migrated as far as the questions here need it. */
export async function isReady(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<Row>(
    "select to_regprocedure('rm.freshness(uuid,text[])') is not null as is_ready",
  );
  return rows[0]?.is_ready ?? false;
}
