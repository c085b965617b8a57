import * as z from "zod/mini";

import { BackupId, TenantId } from "#kernel/contract/ids.ts";

// The encrypted content, compressed: a line with the manifest; for each table a line with its name
// and columns, its rows as COPY writes them, and a line with `\.`; last a line with the row count
// of each table.

const Key = z.string().check(z.minLength(1));

/** Keys that must be the same wherever the product is restored. Base64; token keys are PEM. */
export const BackupKeys = z.object({
  dataKey: Key,
  requestHashKey: Key,
  tokenPrivateKey: Key,
  tokenPublicKey: Key,
});
export type BackupKeys = z.infer<typeof BackupKeys>;

/** The last event of a tenant and its chain, which covers the whole log. */
export const BackupHead = z.object({ tenantId: TenantId, seq: z.int(), chain: z.string() });
export type BackupHead = z.infer<typeof BackupHead>;

export const Manifest = z.object({
  format: z.literal(1),
  backupId: BackupId,
  takenMs: z.int(),
  /** The migrations that the tables had. */
  migrations: z.array(z.string()),
  keys: BackupKeys,
  /** Small files beside the database, in base64 by name: the signing keys, the demo sign-ins. */
  files: z.record(z.string(), z.string()),
  heads: z.array(BackupHead),
});
export type Manifest = z.infer<typeof Manifest>;

export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.infer<typeof TableHead>;

export const End = z.object({ rows: z.record(z.string(), z.int()) });

export const END_OF_ROWS = "\\.\n";
