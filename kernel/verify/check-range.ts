import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { genesis } from "./hashes.ts";

/** The events after `from` up to and including `to`. */
export type SeqRange = Readonly<{ from: number; to: number }>;

export type CheckedRange = SeqRange &
  Readonly<{
    events: number;
    /** The first number that does not hold; null if all do. */
    firstBad: number | null;
    /** The leaf hashes of the Merkle tree in order, 32 bytes each. */
    leafHashes: Buffer;
    /** The effects in order, as the elements of a JSON array. */
    effects: string;
    /** The chain after the last event of a complete range, and the time of that event. */
    chain: Buffer | null;
    lastMs: number | null;
  }>;

// Computes the leaf as the append does, for all rows of a range. The texts stay in the subqueries;
// only hashes reach the window. The first row belongs to the range before and is read for its chain
// only. `json_send` returns the stored bytes of a text; a cast would copy and check them several
// times, which took a sixth of the time.
const SQL = `
  select count(*)::int as events,
         min(seq) filter (where not coalesce(holds, false)) as "firstBad",
         coalesce(string_agg(sha256('\\x00'::bytea || leaf), '' order by seq), '') as "leafHashes",
         coalesce(convert_from(string_agg(effects, ',' order by seq), 'UTF8'), '') as effects,
         string_agg(chain, '') filter (where seq = $3) as chain, max(recorded_ms) as "lastMs"
    from (
      select seq, leaf, chain, recorded_ms, effects,
             is_leaf and seq = coalesce(lag(seq) over w, $4) + 1
             and chain = sha256(coalesce(lag(chain) over w, $5) || leaf) as holds
        from (
          select seq, leaf, chain, recorded_ms, effects,
                 leaf = sha256(
                   convert_to(concat_ws('|', 'pos.leaf.v1', tenant_id, seq, stream_id, stream_version, stream_type,
                     type, schema_v, command_id, command_ix, actor_id, recorded_ms, occurred_ms,
                     octet_length(data), ''), 'UTF8') || data
                   || convert_to('|' || octet_length(meta) || '|', 'UTF8') || meta
                   || convert_to('|' || coalesce(octet_length(effects), 0) || '|', 'UTF8')
                   || coalesce(effects, '')) as is_leaf
            from (
              select tenant_id, seq, stream_id, stream_version, stream_type, type, schema_v, command_id, command_ix,
                     actor_id, recorded_ms, occurred_ms, leaf, chain, json_send(data) as data,
                     json_send(meta) as meta, json_send(effects) as effects
                from es.events
               where tenant_id = $1 and seq between $2 and $3
               order by seq
              offset 0) stored
           order by seq
          offset 0) hashed
      window w as (order by seq)) held
   where seq > $2`;

/** Hashes a range of a log in the database and returns the results only. */
export async function checkRange(
  db: Queryable,
  tenantId: TenantId,
  { from, to }: SeqRange,
): Promise<CheckedRange> {
  const isFirst = from === 0;
  const { rows } = await db.query<Omit<CheckedRange, "from" | "to">>({
    name: "check range",
    text: SQL,
    values: [tenantId, from, to, isFirst ? 0 : null, isFirst ? genesis(tenantId) : null],
  });
  const [row] = rows;
  if (!row) throw new Error("an aggregate returns one row");
  return { from, to, ...row };
}
