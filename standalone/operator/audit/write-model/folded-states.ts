import { isDeepStrictEqual } from "node:util";

import type { Fold } from "#command-api/deciders.ts";
import { type EventRow, toStored } from "#command-api/event-store/event-row.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";

import { FOLDED_BY_LAST, FOLDS } from "./folds.ts";

/** The columns of an event that a state is folded from. */
export const EVENT = `e.seq, e.stream_id, e.stream_version, e.stream_type, e.type, e.schema_v, e.command_id, e.command_ix,
  e.actor_id, e.recorded_ms, e.occurred_ms, e.data::text as data, e.meta::text as meta, e.effects::text as effects`;

export const otherState = (seq: number, streamId: string): LogDeviation => ({
  seq,
  kind: "snapshot",
  message: `the state of stream ${streamId} is not what its events fold to`,
});

/** Ignores key order. */
export function isState(expected: unknown, stored: string | null): boolean {
  if (expected === undefined || stored === null) return expected === undefined && stored === null;
  const state: unknown = JSON.parse(stored);
  const folded: unknown = JSON.parse(JSON.stringify(expected));
  return isDeepStrictEqual(state, folded);
}

const PAGE = 500;

// Reads stream by stream, so that one state is in memory at a time. An index covers all events
// other than recorded sales, and these are most of what is folded. If a sale is in a stream of
// another type, the whole log is read.
const FOLDED_SQL = `
  declare folded no scroll cursor for
  select ${EVENT}, h.version as "headVersion", h.stream_type as "headType",
         case when e.stream_version = h.version then h.state::text end as state
    from es.events e
    left join es.stream_heads h on h.tenant_id = e.tenant_id and h.stream_id = e.stream_id
   where e.tenant_id = $1 and e.stream_type <> all ($2) and (e.type <> 'SaleRecorded' or not $3::boolean)
   order by e.stream_id, e.stream_version`;

type FoldedRow = EventRow &
  Readonly<{ headVersion: number | null; headType: string | null; state: string | null }>;

/** `isOwn` is true if recorded sales are in streams of sales only. */
export async function compareFolded(
  db: Queryable,
  tenantId: TenantId,
  { isOwn }: Readonly<{ isOwn: boolean }>,
): Promise<LogDeviation[]> {
  // All rows are read. A plan optimised for the first row would read the whole log by streams.
  await db.query("set local cursor_tuple_fraction = 1");
  await db.query(FOLDED_SQL, [tenantId, FOLDED_BY_LAST, isOwn]);
  const found: LogDeviation[] = [];
  let stream: Folded | undefined;
  for (;;) {
    const { rows } = await db.query<FoldedRow>(`fetch ${PAGE} from folded`);
    for (const row of rows) {
      if (row.stream_id !== stream?.id) {
        stream = startOf(row);
      }
      take(stream, parseStored(toStored(tenantId, row)));
      // A head at another version is already reported.
      if (row.stream_version === row.headVersion && !isHead(stream, row)) {
        found.push(otherState(row.seq, row.stream_id));
      }
    }
    if (rows.length < PAGE) break;
  }
  await db.query("close folded");
  return found;
}

type Folded = { readonly id: string; readonly fold: Fold | undefined; state: unknown };

function startOf({ stream_id: id, stream_type: streamType }: FoldedRow): Folded {
  const fold = FOLDS.get(streamType);
  return { id, fold, state: fold?.initialState };
}

function take(stream: Folded, event: RecordedEvent): void {
  if (stream.fold) stream.state = stream.fold.evolve(stream.state, event);
}

const isHead = ({ state }: Folded, row: FoldedRow): boolean =>
  row.headType === row.stream_type && isState(state, row.state);
