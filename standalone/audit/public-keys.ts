import type { Pool } from "#kernel/platform/postgres.ts";

/**
 * The keys that checkpoints are verified with: those of the house's file, or what the database has of them, which
 * whoever owns it may have put there.
 */
export async function publicKeysOf(
  pool: Pool,
  fromFile: readonly Buffer[] | undefined,
): Promise<readonly Buffer[]> {
  if (fromFile) return fromFile;
  const { rows } = await pool.query<{ key: Buffer }>(
    "select public_key as key from audit.checkpoint_keys order by since_ms",
  );
  return rows.map(({ key }) => key);
}
