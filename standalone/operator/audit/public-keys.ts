import type { Pool } from "#kernel/node/postgres/connections.ts";
import { installationKeys } from "#kernel/verify/signed-head-keys.ts";

/** The keys that checkpoints are verified with: those of the house's file, or what the database has of them. */
export const publicKeysOf = async (
  pool: Pool,
  fromFile: readonly Buffer[] | undefined,
): Promise<readonly Buffer[]> => fromFile ?? installationKeys(pool);
