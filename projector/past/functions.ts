import type { ClientBase } from "pg";

import { changes } from "#projector/projections/changes.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { sales } from "#projector/projections/sales/sales.ts";
import { takings } from "#projector/projections/sales/takings.ts";
import { products } from "#projector/projections/stock/products.ts";
import { stockMovements } from "#projector/projections/stock/stock-movements.ts";
import { type Columns, sqlType, type Table } from "#projector/projections/table.ts";
import { customers } from "#projector/projections/tenant/customers.ts";
import { settings } from "#projector/projections/tenant/settings.ts";
import { tenants } from "#projector/projections/tenant/tenants.ts";

import { SUMMED, type SummedName } from "./copy-sums.ts";

// rm.<name>_at(tenant, seq) returns the rows that rm.rm_<name> held after event `seq`, with the
// same columns. A question about the past reads it in place of the table. Each function is a plain
// SQL select with the caller's rights, so the planner inlines it and row-level security applies.

export type PastFunction = Readonly<{ name: string; columns: Columns; body: string }>;

const columnsOf = ({ key, values }: Table): Columns => ({ tenant_id: "uuid", ...key, ...values });

const list = (columns: readonly string[]): string => columns.join(", ");

/** The columns of a table, some of them replaced by another expression. */
const select = (
  table: Table,
  alias: string,
  replaced: Readonly<Record<string, string>> = {},
): string =>
  list(Object.keys(columnsOf(table)).map((column) => replaced[column] ?? `${alias}.${column}`));

/** A journal up to the event. */
const journalAt = ({ name, table }: Projection): PastFunction => ({
  name: `${name}_at`,
  columns: columnsOf(table),
  body: `
  select ${select(table, "t")}
    from rm.${table.name} t
   where t.tenant_id = p_tenant and t.seq <= p_seq`,
});

/** The journal from the latest copy of the sums up to the event. */
const takingsSinceCopy: PastFunction = {
  name: "takings_since_copy",
  columns: columnsOf(takings.table),
  body: `
  select ${select(takings.table, "t")}
    from rm.rm_takings t
   where t.tenant_id = p_tenant and t.seq <= p_seq
     and t.seq > (select coalesce(max(k.seq), 0) from rm.copied k where k.tenant_id = p_tenant and k.seq <= p_seq)`,
};

/** Only a void changes a sale. */
const salesAt: PastFunction = {
  name: "sales_at",
  columns: columnsOf(sales.table),
  body: `
  select ${select(sales.table, "s", {
    voided_ms: "case when v.is_voided then s.voided_ms end",
    void_reason: "case when v.is_voided then s.void_reason end",
  })}
    from rm.rm_sales s
    join rm.rm_takings m
      on m.tenant_id = p_tenant and m.sale_id = s.sale_id and m.orders > 0 and m.seq <= p_seq
   cross join lateral (
      select exists (select from rm.rm_takings t
                      where t.tenant_id = p_tenant and t.sale_id = s.sale_id and t.orders < 0 and t.seq <= p_seq)
             as is_voided) v
   where s.tenant_id = p_tenant and s.occurred_ms <= (select rm.latest_sale_ms(p_tenant, p_seq))`,
};

type SinceCopy = Readonly<{
  from: string;
  /** SQL for each key or sum that is not the column of the same name of `t`. */
  columns?: Readonly<Record<string, string>>;
}>;

const OF_SALES = `rm.takings_since_copy(p_tenant, p_seq) t
    join rm.rm_sales s on s.tenant_id = p_tenant and s.sale_id = t.sale_id`;

/**
 * SQL for what the journal adds to each table of sums since the latest copy. It must match what
 * the projection adds.
 */
const SINCE_COPY: Readonly<Record<SummedName, SinceCopy>> = {
  daily_totals: { from: "rm.takings_since_copy(p_tenant, p_seq) t" },
  hours: { from: "rm.takings_since_copy(p_tenant, p_seq) t" },
  staff_days: { from: "rm.takings_since_copy(p_tenant, p_seq) t" },
  method_days: {
    from: `${OF_SALES}
   cross join lateral json_array_elements(s.tenders) x`,
    columns: {
      method: "x ->> 'method'",
      status: "x ->> 'status'",
      payments: "t.orders",
      amount_minor: "t.orders * (x ->> 'amountMinor')::bigint",
    },
  },
  product_days: {
    from: `${OF_SALES}
   cross join lateral json_array_elements(s.lines) l`,
    columns: {
      product_id: "(l ->> 'productId')::uuid",
      quantity: "t.orders * (l ->> 'quantity')::bigint",
      revenue_minor: "t.orders * (l ->> 'totalMinor')::bigint",
    },
  },
  product_totals: { from: "rm.product_days_since_copy(p_tenant, p_seq) t" },
};

function sumsSinceCopy({ name, table: { key, values } }: Summed): PastFunction {
  const { from, columns = {} } = SINCE_COPY[name];
  const expression = (column: string): string => columns[column] ?? `t.${column}`;
  const keys = Object.keys(key).map(expression);
  const sums = Object.entries(values).map(
    ([column, type]) => `sum(${expression(column)})::${sqlType(type)}`,
  );
  return {
    name: `${name}_since_copy`,
    columns: { ...key, ...values },
    body: `
  select ${list([...keys, ...sums])}
    from ${from}
   group by ${list(keys)}`,
  };
}

type Summed = (typeof SUMMED)[number];

/** The latest copy before the event plus what the journal adds to it. A read model never removes a row. */
const sumsAt = ({ name, table }: Summed, condition = ""): PastFunction => {
  const keys = Object.keys(table.key);
  const same = (alias: string): string =>
    keys.map((key) => `${alias}.${key} = r.${key}`).join(" and ");
  const sums = Object.fromEntries(
    Object.keys(table.values).map((sum) => [sum, `coalesce(c.${sum}, 0) + coalesce(a.${sum}, 0)`]),
  );
  return {
    name: `${name}_at`,
    columns: columnsOf(table),
    body: `
  select ${select(table, "r", sums)}
    from rm.${table.name} r
    left join lateral (
      select k.* from rm.copies_${name} k
       where k.tenant_id = p_tenant and ${same("k")} and k.seq <= p_seq
       order by k.seq desc limit 1) c on true
    left join rm.${name}_since_copy(p_tenant, p_seq) a on ${same("a")}
   where r.tenant_id = p_tenant and (c.seq is not null or a.currency is not null)${condition}`,
  };
};

/**
 * Finding the copy of each row is too slow for a year of a thousand products. On most days nothing
 * was sold or voided since, so their current rows still hold; only the few other days are computed
 * from copies.
 */
function productDaysAt(projection: Summed): PastFunction {
  const { name, table } = projection;
  const others = sumsAt(
    projection,
    `
     and r.day = any (array(
           select d.day from rm.days_at(p_tenant, p_seq) d
            where not d.is_over or not (select rm.is_in_journal(p_tenant, '${name}'))))`,
  );
  return {
    ...others,
    body: `
  select ${select(table, "r")}
    from rm.${table.name} r
   where r.tenant_id = p_tenant and (select rm.is_in_journal(p_tenant, '${name}'))
     and r.day = any (array(select d.day from rm.days_at(p_tenant, p_seq) d where d.is_over))
  union all${others.body}`,
  };
}

/**
 * The current row if nothing changed it since, otherwise all its changes up to the event, merged.
 */
function thingsAt({ name, table }: Projection, functionName = `${name}_at`): PastFunction {
  const [thing = "tenant_id"] = Object.keys(table.key);
  return {
    name: functionName,
    columns: columnsOf(table),
    body: `
  select ${select(table, "r")}
    from rm.${table.name} r
   where r.tenant_id = p_tenant and (select rm.are_in_step(p_tenant, '${name}'))
     and not exists (select from rm.rm_changes n
                      where n.tenant_id = p_tenant and n.projection = '${name}' and n.thing_id = r.${thing} and n.seq > p_seq)
  union all
  select ${select(table, "r")}
    from rm.merged_at(p_tenant, '${name}', p_seq) m
   cross join lateral jsonb_populate_record(null::rm.${table.name}, m.merged
             || jsonb_build_object('tenant_id', p_tenant, '${thing}', m.thing_id)) r`,
  };
}

/** A sale changes the stock of a product and nothing else, so `changes` does not record it. */
const productsAt: PastFunction = {
  name: "products_at",
  columns: columnsOf(products.table),
  body: `
  select ${select(products.table, "p", {
    stock: "coalesce(m.after, o.stock)",
    updated_ms: "greatest(c.recorded_ms, m.recorded_ms)",
  })}
    from rm.product_details_at(p_tenant, p_seq) p
    left join lateral (
      select k.after, k.recorded_ms from rm.rm_stock_movements k
       where k.tenant_id = p_tenant and k.product_id = p.product_id and k.seq <= p_seq
       order by k.seq desc limit 1) m on true
    left join lateral (
      select k.recorded_ms from rm.rm_changes k
       where k.tenant_id = p_tenant and k.projection = 'products' and k.thing_id = p.product_id and k.seq <= p_seq
       order by k.seq desc limit 1) c on true
    left join lateral (
      select (k.changes ->> 'stock')::int as stock from rm.rm_changes k
       where m.after is null and k.tenant_id = p_tenant and k.projection = 'products'
         and k.thing_id = p.product_id and k.seq <= p_seq and k.changes ->> 'stock' is not null
       order by k.seq desc limit 1) o on true`,
};

/** Ordered so that each function comes after those that it calls. */
export const PAST_FUNCTIONS: readonly PastFunction[] = [
  journalAt(takings),
  journalAt(stockMovements),
  journalAt(changes),
  takingsSinceCopy,
  salesAt,
  ...SUMMED.map(sumsSinceCopy),
  ...SUMMED.map((sums) => (sums.name === "product_days" ? productDaysAt(sums) : sumsAt(sums))),
  thingsAt(tenants),
  thingsAt(settings),
  thingsAt(customers),
  thingsAt(products, "product_details_at"),
  productsAt,
];

const SIGNATURE = "(uuid, bigint)";

/**
 * Creates the functions from the projections of this build. Runs after the migrations of every run,
 * so a new column of a projection reaches its function without another migration. Postgres cannot
 * replace a function whose result has other columns, so such a function is dropped first, in the
 * same transaction.
 */
export async function createPastFunctions(client: ClientBase): Promise<void> {
  await client.query("begin");
  await client.query("set local role rm_owner");
  for (const pastFunction of PAST_FUNCTIONS) await createFunction(client, pastFunction);
  await client.query("commit");
}

async function createFunction(
  client: ClientBase,
  { name, columns, body }: PastFunction,
): Promise<void> {
  const types = Object.values(columns).map(sqlType);
  const signature = `rm.${name}${SIGNATURE}`;
  const { rowCount } = await client.query(
    `select from pg_proc p
      where p.oid = to_regprocedure($1)
        and (p.proargnames[3:], p.proallargtypes[3:]) is distinct from ($2::text[], $3::regtype[]::oid[])`,
    [signature, Object.keys(columns), types],
  );
  if (rowCount !== 0) await client.query(`drop function ${signature}`);
  const result = Object.keys(columns).map((column, i) => `${column} ${types[i]}`);
  await client.query(`
    create or replace function rm.${name}(p_tenant uuid, p_seq bigint) returns table (${list(result)})
    language sql stable as $body$${body}
    $body$;
    revoke all on function ${signature} from public;
    grant execute on function ${signature} to query_ro, projector, auditor_ro;`);
}
