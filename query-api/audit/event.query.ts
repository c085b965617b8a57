import { prepare, type Prepared } from "#query-api/ask.query.ts";

import {
  EVENT_COLUMNS,
  EVENT_TABLES,
  type EventRow,
  type EventsBody,
  PEOPLE_AND_INVITED,
  PROJECTIONS,
} from "./events.query.ts";

/** Hashes are hex. */
export type EventBody = Pick<EventsBody, "people" | "timezone"> & {
  row: EventRow & { leaf: string; chain: string };
  currency: string;
  /**
   * The customer's opened texts before this event: one JSON text of columns per event, oldest
   * first.
   */
  before: string[];
  /** The first signed head that includes this event, and the one before it. */
  checkpoint: { treeSize: number; root: string; note: string; signedMs: number } | null;
  previous: { treeSize: number; frontier: string[] } | null;
  /** Leaves of the events between the two signed heads. */
  leaves: string[];
  keys: string[];
};

/** Null if the tenant's log has no such event. */
export const EVENT: Prepared<EventBody | null> = prepare({
  name: "audit-event",
  projections: PROJECTIONS,
  sql: `
    with one as materialized (
      select e.*, encode(e.leaf, 'hex') as leaf_hex, encode(e.chain, 'hex') as chain_hex
        from es.events e where e.tenant_id = $1 and e.seq = ($2 ->> 'seq')::bigint
    ), checkpoint as materialized (
      select k.tree_size, k.root, k.note, k.signed_ms from audit.signed_checkpoints k
       where k.tenant_id = $1 and k.tree_size >= (select seq from one) order by k.tree_size limit 1
    ), previous as materialized (
      select k.tree_size, k.frontier from audit.signed_checkpoints k
       where k.tenant_id = $1 and k.tree_size < (select seq from one) order by k.tree_size desc limit 1
    )
    select json_build_object(
      'timezone', coalesce((select h.timezone from rm.rm_shops h where h.tenant_id = $1), 'Africa/Accra'),
      'currency', coalesce((select h.currency from rm.rm_shops h where h.tenant_id = $1), 'GHS'),
      'people', ${PEOPLE_AND_INVITED},
      'row', (select row_to_json(x) from (
        select ${EVENT_COLUMNS}, e.leaf_hex as leaf, e.chain_hex as chain from one e ${EVENT_TABLES}) x),
      'before', (select coalesce(json_agg(b.personal order by b.seq), '[]') from rm.rm_changes b
                  where b.tenant_id = $1 and b.projection = 'customers' and b.thing_id = (select stream_id from one)
                    and b.seq < (select seq from one) and b.personal is not null),
      'checkpoint', (select json_build_object('treeSize', k.tree_size, 'root', encode(k.root, 'hex'), 'note', k.note,
                       'signedMs', k.signed_ms) from checkpoint k),
      'previous', (select json_build_object('treeSize', k.tree_size,
                     'frontier', (select json_agg(encode(f.peak, 'hex') order by f.at)
                                    from unnest(k.frontier) with ordinality f(peak, at))) from previous k),
      'leaves', (select coalesce(json_agg(encode(l.leaf, 'hex') order by n.seq), '[]')
                   from generate_series(coalesce((select tree_size from previous), 0) + 1,
                          (select tree_size from checkpoint)) n(seq)
                  cross join lateral (
                    select i.leaf from es.events i where i.tenant_id = $1 and i.seq = n.seq offset 0) l),
      'keys', (select coalesce(json_agg(encode(y.public_key, 'hex')), '[]') from audit.checkpoint_keys y))
     where exists (select from one)`,
});
