import { type EventRow, toStored } from "#command-api/event-store/event-row.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";
import type { Readers } from "#kernel/verify/verify-log.ts";

import { compareFolded, EVENT, isState, otherState } from "./folded-states.ts";
import { FOLDED_BY_LAST, FOLDS } from "./folds.ts";

/** Compares the write model with the states folded from the log. Requires a log that holds. */
export async function verifySnapshots(
  { each }: Pick<Readers, "each">,
  tenantId: TenantId,
): Promise<LogDeviation[]> {
  return each(async (db) => {
    const heads = await compareHeads(db, tenantId);
    return [...heads.found, ...(await compareFolded(db, tenantId, heads))];
  });
}

// Groups the last events of streams whose last event determines the state, with their heads: there
// are few groups, however many streams there are. All other events are one group. The log is read
// once for both. A sale that was only recorded needs no head.
const HEADS_SQL = `
  select case when "isFolded" then "streamType" end as "streamType", case when "isFolded" then type end as type,
         case when "isFolded" then state::text end as state, case when "isFolded" then "headType" end as "headType",
         min(seq) as seq, count(*)::int as events, count(*) filter (where "isBare")::int as bare,
         bool_and("isWithin") as "isWithin", bool_and("isOwn") as "isOwn"
    from (
      select e.seq, e.stream_type as "streamType", e.type, h.state, h.stream_type as "headType",
             e.stream_type = any ($2) and e.stream_version = h.version as "isFolded",
             h.stream_id is null as "isBare",
             case when h.stream_id is null
                  then e.type = 'SaleRecorded' and e.stream_type = any ($2) and e.stream_version = 1
                  else e.stream_version between 1 and h.version end as "isWithin",
             e.stream_type = any ($2) or e.type <> 'SaleRecorded' as "isOwn"
        from es.events e
        left join es.stream_heads h on h.tenant_id = $1 and h.stream_id = e.stream_id
       where e.tenant_id = $1) e
   group by 1, 2, 3, 4`;

const VERSION_SUM_SQL =
  "select coalesce(sum(version), 0)::int as versions from es.stream_heads where tenant_id = $1";

type Group = Readonly<{
  streamType: string | null;
  type: string | null;
  state: string | null;
  headType: string | null;
  seq: number;
  events: number;
  /** How many of them are in streams without a head. */
  bare: number;
  isWithin: boolean;
  /** True if recorded sales are in streams of sales only. */
  isOwn: boolean;
}>;

type Heads = Readonly<{ found: readonly LogDeviation[]; isOwn: boolean }>;

async function compareHeads(db: Queryable, tenantId: TenantId): Promise<Heads> {
  const { rows: groups } = await db.query<Group>(HEADS_SQL, [tenantId, FOLDED_BY_LAST]);
  const found = (await areVersionsWhole(db, tenantId, groups))
    ? []
    : await compareVersions(db, tenantId);
  for (const group of groups) found.push(...(await compareByLast(db, tenantId, group)));
  return { found, isOwn: groups.every(({ isOwn }) => isOwn) };
}

/**
 * The versions of a stream must be 1 to n, with n in its head. A version is unique in its stream.
 * So every stream is complete if each event has a head and is not above it, and if there are as
 * many events as the versions of all heads add up to. The head of a sale without one is at 1.
 */
async function areVersionsWhole(
  db: Queryable,
  tenantId: TenantId,
  groups: readonly Group[],
): Promise<boolean> {
  const { rows } = await db.query<{ versions: number }>(VERSION_SUM_SQL, [tenantId]);
  const headed = groups.reduce((sum, { events, bare }) => sum + events - bare, 0);
  return groups.every(({ isWithin }) => isWithin) && rows[0]?.versions === headed;
}

const VERSIONS_SQL = `
  select coalesce(e.stream_id, h.stream_id) as "streamId", e.n, e.top, h.version
    from (select stream_id, count(*)::int as n, max(stream_version) as top,
                 bool_and(type = 'SaleRecorded' and stream_type = any ($2)) as "isSale"
            from es.events where tenant_id = $1 group by stream_id) e
    full join (select stream_id, version from es.stream_heads where tenant_id = $1) h using (stream_id)
   where e.n is distinct from e.top
      or e.top is distinct from coalesce(h.version, case when "isSale" then 1 end)`;

type Versions = Readonly<{
  streamId: string;
  n: number | null;
  top: number | null;
  version: number | null;
}>;

async function compareVersions(db: Queryable, tenantId: TenantId): Promise<LogDeviation[]> {
  const { rows } = await db.query<Versions>(VERSIONS_SQL, [tenantId, FOLDED_BY_LAST]);
  const found: LogDeviation[] = [];
  for (const { streamId, n, top, version } of rows) {
    const seq = await lastSeqOf(db, tenantId, streamId);
    const message =
      n === top
        ? `stream ${streamId} is at ${top ?? 0}, its head at ${version ?? 0}`
        : `stream ${streamId} has ${n ?? 0} of ${top ?? 0} events`;
    found.push({ seq, kind: "snapshot", message });
  }
  return found;
}

async function lastSeqOf(db: Queryable, tenantId: TenantId, streamId: string): Promise<number> {
  const { rows } = await db.query<{ seq: number | null }>(
    "select max(seq) as seq from es.events where tenant_id = $1 and stream_id = $2",
    [tenantId, streamId],
  );
  return rows[0]?.seq ?? 0;
}

async function compareByLast(
  db: Queryable,
  tenantId: TenantId,
  { streamType, headType, state, seq }: Group,
): Promise<LogDeviation[]> {
  if (streamType === null || headType === null) return [];
  const [row] = (await db.query<EventRow>(ONE_SQL, [tenantId, seq])).rows;
  const fold = FOLDS.get(streamType);
  if (!row || !fold) return [];
  const expected = fold.evolve(fold.initialState, parseStored(toStored(tenantId, row)));
  if (headType === streamType && isState(expected, state)) return [];
  return streamsWith(db, tenantId, { streamType, headType, state, type: row.type });
}

const ONE_SQL = `select ${EVENT} from es.events e where e.tenant_id = $1 and e.seq = $2`;

const WITH_SQL = `
  select e.seq, e.stream_id as "streamId"
    from es.stream_heads h
    join es.events e on e.tenant_id = h.tenant_id and e.stream_id = h.stream_id and e.stream_version = h.version
   where h.tenant_id = $1 and e.tenant_id = $1 and e.stream_type = $2 and h.stream_type = $3 and e.type = $4
     and h.state::text is not distinct from $5
   order by e.seq`;

type StreamsWith = Readonly<{
  streamType: string;
  headType: string;
  type: string;
  state: string | null;
}>;

async function streamsWith(
  db: Queryable,
  tenantId: TenantId,
  { streamType, headType, type, state }: StreamsWith,
): Promise<LogDeviation[]> {
  const values = [tenantId, streamType, headType, type, state];
  const { rows } = await db.query<{ seq: number; streamId: string }>(WITH_SQL, values);
  return rows.map(({ seq, streamId }) => otherState(seq, streamId));
}
