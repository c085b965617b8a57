import * as z from "zod/mini";

import { BackupId, TenantId } from "#kernel/contract/ids.ts";

// Inside the seal, compressed: a line with the manifest; for each table a line that names it and its columns, its rows
// as COPY writes them, and a line with `\.`; at last a line that says how many rows each had.

const Key = z.string().check(z.minLength(1));

/** What must be the same wherever the restored product runs. Base64; token keys PEM. */
export const BackupKeys = z.object({
  dataKey: Key,
  requestHashKey: Key,
  tokenPrivateKey: Key,
  tokenPublicKey: Key,
});
export type BackupKeys = z.infer<typeof BackupKeys>;

/** Where the log of a tenant ended, with the hash that stands for all of it. */
export const BackupHead = z.object({ tenantId: TenantId, seq: z.int(), chain: z.string() });
export type BackupHead = z.infer<typeof BackupHead>;

export const Manifest = z.object({
  format: z.literal(1),
  backupId: BackupId,
  takenMs: z.int(),
  /** Which migrations the tables had been through. */
  migrations: z.array(z.string()),
  keys: BackupKeys,
  /** Small files beside the database, in base64 by name: keys of signed checkpoints, demo sign-ins. */
  files: z.record(z.string(), z.string()),
  heads: z.array(BackupHead),
});
export type Manifest = z.infer<typeof Manifest>;

export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.infer<typeof TableHead>;

export const End = z.object({ rows: z.record(z.string(), z.int()) });

export const END_OF_ROWS = "\\.\n";
