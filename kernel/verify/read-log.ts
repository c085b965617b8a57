import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import type { LeafFields } from "./hashes.ts";

/** A stored event with its hashes. */
export type LoggedEvent = LeafFields & Readonly<{ leaf: Buffer; chain: Buffer }>;

const PAGE = 500;

const PAGE_SQL = `
  select tenant_id as "tenantId", seq, stream_id as "streamId", stream_version as "streamVersion",
         stream_type as "streamType", type, schema_v as "schemaV", command_id as "commandId",
         command_ix as "commandIx", actor_id as "actorId", recorded_ms as "recordedMs",
         occurred_ms as "occurredMs", data::text as data, meta::text as meta, effects::text as effects,
         leaf, chain
    from es.events
   where tenant_id = $1 and seq > $2 and seq <= $3
   order by seq
   limit ${PAGE}`;

/** A tenant's events after `after` up to and including `upTo`, one page in memory at a time. */
export async function* logPages(
  db: Queryable,
  tenantId: TenantId,
  { after, upTo }: Readonly<{ after: number; upTo: number }>,
): AsyncGenerator<readonly LoggedEvent[]> {
  for (let from = after; from < upTo;) {
    const { rows } = await db.query<LoggedEvent>(PAGE_SQL, [tenantId, from, upTo]);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    from = last.seq;
  }
}

/** Below every number that a row can have. */
export const BEFORE_ALL_ROWS = Number.MIN_SAFE_INTEGER;

/** Every row after a number, including rows whose number no event can have. */
export async function* rowsAfter(
  db: Queryable,
  tenantId: TenantId,
  after: number,
): AsyncGenerator<LoggedEvent> {
  const upTo = Number.MAX_SAFE_INTEGER;
  for await (const page of logPages(db, tenantId, { after, upTo })) yield* page;
}

/** The nearest event before a number. */
export async function eventBefore(
  db: Queryable,
  tenantId: TenantId,
  seq: number,
): Promise<LoggedEvent | undefined> {
  const { rows } = await db.query<{ seq: number | null }>(
    "select max(seq) as seq from es.events where tenant_id = $1 and seq between 1 and $2",
    [tenantId, seq - 1],
  );
  const before = rows[0]?.seq;
  if (typeof before !== "number") return undefined;
  for await (const row of rowsAfter(db, tenantId, before - 1)) return row;
  return undefined;
}

/** The end of a tenant's log, as the append keeps it. */
export type LogHead = Readonly<{ seq: number; chain: Buffer; lastMs: number; status: number }>;

export async function readHead(db: Queryable, tenantId: TenantId): Promise<LogHead | undefined> {
  const { rows } = await db.query<LogHead>(
    `select seq, chain, last_ms as "lastMs", status from es.tenant_heads where tenant_id = $1`,
    [tenantId],
  );
  return rows[0];
}
