import type { Queryable } from "#kernel/node/postgres/connections.ts";

/** The public keys that the database has of the house, which whoever owns it may have put there. */
export async function houseKeysIn(db: Queryable): Promise<readonly Buffer[]> {
  const { rows } = await db.query<{ key: Buffer }>(
    "select public_key as key from audit.checkpoint_keys order by since_ms",
  );
  return rows.map(({ key }) => key);
}
