import { TenantId } from "#kernel/contract/ids.ts";
import { type LeafFields, leafOf } from "#kernel/platform/leaf.ts";

import type { Queryable } from "./append.ts";
import type { EventRow } from "./event-row.ts";
import { chainAfter, genesis } from "./leaf.ts";

const PAGE = 2000;

/** What does not hold, and where. `seq` is the first event that shows it. */
export type Deviation = Readonly<{
  tenantId: TenantId;
  seq: number;
  kind: "leaf" | "chain" | "gap" | "stream-gap" | "head" | "stream-head";
  message: string;
}>;

export type Verified = Readonly<{ tenantId: TenantId; events: number; deviations: Deviation[] }>;

// From one tenant of the events to the next by the key, without reading what lies between.
const TENANTS_SQL = `
  with recursive t as (
    (select tenant_id from es.events order by tenant_id limit 1)
    union all
    select (select e.tenant_id from es.events e where e.tenant_id > t.tenant_id order by e.tenant_id limit 1)
      from t where t.tenant_id is not null)
  select tenant_id from t where tenant_id is not null
   union
  select tenant_id from es.tenant_heads
   order by tenant_id`;

/** Every tenant that has a head or an event: a head that is gone is a deviation, not an empty log. */
export async function tenantsOfLog(db: Queryable): Promise<TenantId[]> {
  const { rows } = await db.query<{ tenant_id: string }>(TENANTS_SQL);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

type Row = EventRow & Readonly<{ leaf: Buffer; chain: Buffer }>;

const PAGE_SQL = `
  select seq, stream_id, stream_version, stream_type, type, schema_v, command_id, command_ix, actor_id,
         recorded_ms, occurred_ms, data::text as data, meta::text as meta, effects::text as effects, leaf, chain
    from es.events
   where tenant_id = $1 and seq > $2 and seq <= $3
   order by seq
   limit ${PAGE}`;

/**
 * Recomputes every leaf and the chain of one tenant from the stored bytes, page by page, and compares the
 * numbering and the heads. `db` is one connection in a repeatable-read transaction of role auditor_ro.
 */
export async function verifyTenant(db: Queryable, tenantId: TenantId): Promise<Verified> {
  const head = await readHead(db, tenantId);
  const walk = startWalk(tenantId);
  for (let from = 0; ;) {
    const { rows } = await db.query<Row>(PAGE_SQL, [tenantId, from, Number.MAX_SAFE_INTEGER]);
    for (const row of rows) step(walk, row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    from = last.seq;
  }
  compareHead(walk, head);
  await compareStreams(db, walk);
  return { tenantId, events: walk.events, deviations: walk.deviations };
}

type Walk = {
  tenantId: TenantId;
  events: number;
  seq: number;
  chain: Buffer;
  deviations: Deviation[];
};

const startWalk = (tenantId: TenantId): Walk => ({
  tenantId,
  events: 0,
  seq: 0,
  chain: genesis(tenantId),
  deviations: [],
});

function note(walk: Walk, seq: number, kind: Deviation["kind"], message: string): void {
  walk.deviations.push({ tenantId: walk.tenantId, seq, kind, message });
}

function step(walk: Walk, row: Row): void {
  const { seq } = row;
  walk.events += 1;
  if (seq !== walk.seq + 1) note(walk, seq, "gap", `follows ${walk.seq}`);
  const leaf = leafOf(toLeafFields(walk.tenantId, row));
  const chain = chainAfter(walk.chain, row.leaf);
  if (!leaf.equals(row.leaf)) note(walk, seq, "leaf", "the event is not what was recorded");
  // A gap was told already; behind it the chain can only be followed from what is stored.
  else if (!chain.equals(row.chain) && seq === walk.seq + 1) {
    note(walk, seq, "chain", "does not continue the event before it");
  }
  walk.seq = seq;
  walk.chain = row.chain;
}

// Nothing is parsed: an id with a flipped bit is named by its leaf, not stumbled over.
const toLeafFields = (tenantId: TenantId, row: Row): LeafFields => ({
  tenantId,
  seq: row.seq,
  streamId: row.stream_id,
  streamVersion: row.stream_version,
  streamType: row.stream_type,
  type: row.type,
  schemaV: row.schema_v,
  commandId: row.command_id,
  commandIx: row.command_ix,
  actorId: row.actor_id,
  recordedMs: row.recorded_ms,
  occurredMs: row.occurred_ms,
  data: row.data,
  meta: row.meta,
  effects: row.effects,
});

type Head = { seq: number; chain: Buffer };

async function readHead(db: Queryable, tenantId: TenantId): Promise<Head | undefined> {
  const { rows } = await db.query<Head>(
    "select seq, chain from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  return rows[0];
}

function compareHead(walk: Walk, head: Head | undefined): void {
  if (!head) note(walk, walk.seq, "head", "the tenant has no head");
  else if (head.seq !== walk.seq) note(walk, walk.seq, "head", `the head says ${head.seq}`);
  else if (!head.chain.equals(walk.chain)) {
    note(walk, walk.seq, "head", "the head has another chain");
  }
}

// Versions of a stream are 1 to n, and its head says n.
const STREAMS_SQL = `
  select coalesce(e.stream_id, h.stream_id) as stream_id, e.n, e.top, e.last_seq, h.version
    from (select stream_id, count(*)::int as n, max(stream_version) as top, max(seq) as last_seq
            from es.events where tenant_id = $1 group by stream_id) e
    full join (select stream_id, version from es.stream_heads where tenant_id = $1) h using (stream_id)
   where e.n is distinct from e.top or e.top is distinct from h.version
   order by e.last_seq`;

type StreamRow = {
  stream_id: string;
  n: number | null;
  top: number | null;
  last_seq: number | null;
  version: number | null;
};

async function compareStreams(db: Queryable, walk: Walk): Promise<void> {
  const { rows } = await db.query<StreamRow>(STREAMS_SQL, [walk.tenantId]);
  for (const { stream_id: id, n, top, last_seq: seq, version } of rows) {
    if (n !== top) note(walk, seq ?? 0, "stream-gap", `stream ${id} has ${n} of ${top} events`);
    else note(walk, seq ?? 0, "stream-head", `stream ${id} is at ${top}, its head at ${version}`);
  }
}
