import type { SignedHeadKey, SignedHeadItem } from "#kernel/contract/api/signed-head.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";

type Row = Readonly<{
  tree_size: number;
  root: Buffer;
  chain: Buffer;
  note: string;
  key_id: string;
  signed_ms: number;
}>;

export type Place = Readonly<{ before: number; limit: number }>;

/** A tree size greater than that of any log. */
export const FROM_THE_NEWEST = Number.MAX_SAFE_INTEGER;

/** Signed heads are stored beside the log, not in a read model. */
export async function findSignedHeads(
  pool: Pool,
  tenantId: TenantId,
  { before, limit }: Place,
): Promise<SignedHeadItem[]> {
  const { rows } = await pool.query<Row>({
    name: "checkpoints",
    text: "select * from audit.checkpoints_of($1, $2, $3)",
    values: [tenantId, before, limit],
  });
  return rows.map(({ signed_ms: signedMs, root, chain, ...row }) => ({
    ...row,
    root: root.toString("base64"),
    chain: chain.toString("base64"),
    signed_at: new Date(signedMs).toISOString(),
  }));
}

/** The note of one size, or the newest. */
export async function findNote(
  pool: Pool,
  tenantId: TenantId,
  treeSize?: number,
): Promise<string | undefined> {
  const before = treeSize === undefined ? FROM_THE_NEWEST : treeSize + 1;
  const [found] = await findSignedHeads(pool, tenantId, { before, limit: 1 });
  return treeSize === undefined || found?.tree_size === treeSize ? found?.note : undefined;
}

type KeyRow = Readonly<{ key_id: string; public_key: Buffer; since_ms: number }>;

/** Newest first. */
export async function findKeys(pool: Pool, tenantId: TenantId): Promise<SignedHeadKey[]> {
  const { rows } = await pool.query<KeyRow>({
    name: "checkpoint-keys",
    text: "select key_id, public_key, since_ms from audit.checkpoint_keys order by since_ms desc, key_id",
  });
  return rows.map((row) => ({
    key_id: row.key_id,
    verifier_key: verifierKey(originOf(tenantId), row.public_key),
    since: new Date(row.since_ms).toISOString(),
  }));
}
