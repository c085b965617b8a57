import type { StockMovementItem, StockMovementPage } from "#kernel/contract/api/product.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type MovementRow = {
  seq: number;
  kind: StockMovementItem["kind"];
  delta: number;
  after: number;
  reason: string | null;
  sale_id: string | null;
  actor_id: string;
  /** From the accounts, including people who left: events carry no names. */
  actor_name: string | null;
  occurred_ms: number;
  recorded_ms: number;
};

const COLUMNS =
  "m.seq, m.kind, m.delta, m.after, m.reason, m.sale_id, m.actor_id, m.occurred_ms, m.recorded_ms";

const NAME = "nullif(trim(n.first_name || ' ' || n.last_name), '') as actor_name";
const NAMES = "auth.names($1) n on n.user_id = m.actor_id";

/** Null if the tenant has no such product. */
export const MOVEMENTS: Prepared<{ items: MovementRow[] } | null> = prepare(
  {
    name: "movements",
    projections: ["products", "stock_movements"],
    sql: `
    select (
      select json_build_object('items', (
        select coalesce(json_agg(m order by m.seq desc), '[]')
          from (select m.*, ${NAME}
                  from (select ${COLUMNS}
                          from rm.rm_stock_movements m
                         where m.tenant_id = $1 and m.product_id = p.product_id
                           and m.seq < (select coalesce(($2 ->> 'before')::bigint, 9223372036854775807))
                         order by m.seq desc
                         limit ($2 ->> 'limit')::bigint) m
                  left join ${NAMES}) m))
        from rm.rm_products p
       where p.tenant_id = $1 and p.product_id = ($2 ->> 'productId')::uuid)`,
  },
  { past: true },
);

const toMovementItem = (row: MovementRow): StockMovementItem => ({
  seq: row.seq,
  kind: row.kind,
  delta: row.delta,
  after: row.after,
  reason: row.reason,
  sale_id: row.sale_id,
  user_id: row.actor_id,
  user_name: row.actor_name,
  occurred_at: new Date(row.occurred_ms).toISOString(),
  recorded_at: new Date(row.recorded_ms).toISOString(),
});

/** The query reads one row more than the page, which tells whether there is a next page. */
export function toMovementPage(rows: readonly MovementRow[], size: number): StockMovementPage {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(toMovementItem),
    next_cursor: rows.length > size && last ? String(last.seq) : null,
  };
}

export type NamedMovementRow = MovementRow & { product_id: string; name: string };

/** All products, each in the order of the log. */
export const ALL_MOVEMENTS: Prepared<{ items: NamedMovementRow[] }> = prepare({
  name: "all-movements",
  projections: ["products", "stock_movements"],
  sql: `
    select json_build_object('items', coalesce(json_agg(m order by m.product_id, m.seq), '[]'))
      from (select ${COLUMNS}, m.product_id, p.name, ${NAME}
              from (select * from rm.rm_stock_movements m
                     where m.tenant_id = $1
                       and (m.product_id, m.seq) > (($2 ->> 'product')::uuid, ($2 ->> 'seq')::bigint)
                     order by m.product_id, m.seq
                     limit ($2 ->> 'limit')::bigint) m
              join rm.rm_products p on p.tenant_id = $1 and p.product_id = m.product_id
              left join ${NAMES}) m`,
});
