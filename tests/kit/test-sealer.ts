import type { Pool } from "#kernel/platform/postgres.ts";
import { createSealer, type Sealer } from "#kernel/platform/seal.ts";
import { subjectKeys } from "#kernel/platform/subject-keys.ts";

/** Seals as the command-api does, with keys in the log's database. */
export const sealerOver = (pool: Pool): Sealer =>
  createSealer({ dataKey: Buffer.alloc(32, 3), ...subjectKeys(pool) });
