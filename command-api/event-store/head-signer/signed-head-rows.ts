import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { Deviation } from "#kernel/verify/deviation.ts";
import type { Frontier } from "#kernel/verify/merkle.ts";
import { type TreeHead, keyIdOf } from "#kernel/verify/signed-head.ts";

/** The end of a log that may have unsigned events. */
export type DueHead = Readonly<{ tenantId: TenantId; seq: number; chain: Buffer }>;

/** A log is due after this many unsigned events, or with any of them after this time. */
export type Due = Readonly<{ events: number; everyMs: number; nowMs: number }>;

// A log is also due if the clock was set back, or if its head is behind the last signed head.
const DUE = `
  select h.tenant_id as "tenantId", h.seq, h.chain
    from es.tenant_heads h
    left join lateral (
         select s.tree_size, s.chain, s.signed_ms from audit.signed_checkpoints s
          where s.tenant_id = h.tenant_id order by s.tree_size desc limit 1) c on true
   where h.seq - coalesce(c.tree_size, 0) >= $1
      or (h.seq > coalesce(c.tree_size, 0) and coalesce(c.signed_ms, 0) not between $2 and $3)
      or h.seq < c.tree_size
      or (h.seq = c.tree_size and h.chain <> c.chain)
   order by h.tenant_id`;

export async function findDue(db: Queryable, { events, everyMs, nowMs }: Due): Promise<DueHead[]> {
  const values = [events, nowMs - everyMs + 1, nowMs + everyMs];
  return (await db.query<DueHead>(DUE, values)).rows;
}

/** The last signed head, as the table has it. */
export type LastSignedHead = Readonly<{ treeSize: number; note: string; frontier: Buffer[] }>;

const LAST = `
  select tree_size as "treeSize", note, frontier from audit.signed_checkpoints
   where tenant_id = $1 order by tree_size desc limit 1`;

export async function readLast(
  db: Queryable,
  tenantId: TenantId,
): Promise<LastSignedHead | undefined> {
  return (await db.query<LastSignedHead>(LAST, [tenantId])).rows[0];
}

const ADD = `
  insert into audit.signed_checkpoints (tenant_id, tree_size, root, chain, note, key_id, signed_ms, frontier)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

export type Signed = TreeHead & Readonly<{ note: string; keyId: string; frontier: Frontier }>;

export async function addSignedHead(db: Queryable, signed: Signed): Promise<void> {
  const { tenantId, treeSize, root, chain, note, keyId, signedMs, frontier } = signed;
  await db.query(ADD, [tenantId, treeSize, root, chain, note, keyId, signedMs, frontier.peaks]);
}

/** The reason why a log is not signed, with the first event that shows it. */
export type Refusal = Deviation & Readonly<{ treeSize: number }>;

const REFUSE = `
  insert into audit.refused_seals (tenant_id, tree_size, seq, kind, message, at_ms)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

export async function addRefusal(db: Queryable, refusal: Refusal, nowMs: number): Promise<void> {
  const { tenantId, treeSize, seq, kind, message } = refusal;
  await db.query(REFUSE, [tenantId, treeSize, seq, kind, message, nowMs]);
}

const PUBLISH = `
  insert into audit.checkpoint_keys (key_id, public_key, since_ms)
  select k.key_id, k.public_key, $3 from unnest($1::text[], $2::bytea[]) k (key_id, public_key)
  on conflict do nothing`;

export async function publishKeys(
  db: Queryable,
  publicKeys: readonly Buffer[],
  nowMs: number,
): Promise<void> {
  await db.query(PUBLISH, [publicKeys.map(keyIdOf), publicKeys, nowMs]);
}
