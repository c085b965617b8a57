import { createSealer, type Sealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

/** Seals as the command-api does, with keys in the log's database. */
export const sealerOver = (pool: Pool): Sealer =>
  createSealer({ dataKey: Buffer.alloc(32, 3), ...subjectKeys(pool) });
