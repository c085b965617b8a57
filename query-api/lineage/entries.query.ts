import type { Figure } from "#kernel/contract/api/lineage.ts";
import { hasCounted } from "#query-api/counted-lines.query.ts";
import { isInSpan } from "#query-api/span-of-days.query.ts";

/**
 * The SQL for a figure and for the events that it comes from; $1 is the tenant, $2 the arguments.
 */
export type FigureSource = Readonly<{
  unit: "minor" | "count";
  /**
   * The figure from the read model that the screens show. Null if the tenant has no such entity.
   */
  value: string;
  /** Rows `day, seq, type, share, about, actor_id, occurred_ms, recorded_ms`. */
  entries: string;
  /** The order that an index provides. */
  order: "day" | "seq";
}>;

const CURRENCY = "(select coalesce($2 ->> 'currency', currency) from span)";
/** The id of the product, person or sale. */
const ABOUT = "(select ($2 ->> 'about')::uuid)";
const TYPE = "case when t.orders > 0 then 'SaleRecorded' else 'SaleVoided' end";
const eventAt = (seq: string): string =>
  `t.day, ${seq}, ${TYPE} as type, t.sale_id as about, t.actor_id, t.occurred_ms, t.recorded_ms`;
const EVENT = eventAt("t.seq");

/** The last line of the previous page. */
const LAST_DAY = "(select ($2 ->> 'day')::date)";
const LAST_SEQ = "(select ($2 ->> 'seq')::bigint)";

export const isAfter = {
  day: (e: string): string => `(${e}.day, ${e}.seq) > (${LAST_DAY}, ${LAST_SEQ})`,
  seq: (e: string): string => `${e}.seq > ${LAST_SEQ}`,
};

/** Reads only the days on which the sums have takings, in the order of an index. */
const isOfDays = (sums: string): string => `
  t.tenant_id = $1 and t.currency = ${CURRENCY} and ${isAfter.day("t")} and t.day = any (array(
    select r.day from ${sums} and r.currency = ${CURRENCY} and r.day >= ${LAST_DAY} and ${isInSpan("r.day")}))`;

type SumSource = Readonly<{
  column: string;
  unit: FigureSource["unit"];
  /** SQL: `<table> r where r.tenant_id = $1 and <its rows>` */
  sums: string;
  /** SQL: the takings that the sums consist of. */
  which?: string;
}>;

/** A figure that is summed per day. */
const ofSums = ({ column, unit, sums, which = "true" }: SumSource): FigureSource => ({
  unit,
  value: sumOf(column, sums),
  entries: `
  select ${EVENT}, t.${column} as share
    from rm.rm_takings t
   where ${isOfDays(sums)} and ${which}`,
  order: "day",
});

const sumOf = (column: string, sums: string): string => `
  (select coalesce(sum(r.${column}), 0) from ${sums} and r.currency = ${CURRENCY} and ${isInSpan("r.day")})`;

const ofDays = (column: string, unit: FigureSource["unit"]): FigureSource =>
  ofSums({ column, unit, sums: "rm.rm_daily_totals r where r.tenant_id = $1" });

const localHour = (hour: string): string =>
  `extract(hour from (${hour} || ':00Z')::timestamptz at time zone (select timezone from span))::int
     = (select ($2 ->> 'hour')::int)`;

const ofHours = (column: string, unit: FigureSource["unit"]): FigureSource =>
  ofSums({
    column,
    unit,
    sums: `rm.rm_hours r where r.tenant_id = $1 and ${localHour("r.hour")}`,
    which: localHour("t.hour"),
  });

const ofStaff = (column: string, unit: FigureSource["unit"]): FigureSource =>
  ofSums({
    column,
    unit,
    sums: `rm.rm_staff_days r where r.tenant_id = $1 and r.user_id = ${ABOUT}`,
    which: `t.user_id = ${ABOUT}`,
  });

/** A voided sale consists of two events that add up to zero. */
const ofSale = (column: string): FigureSource => ({
  unit: "minor",
  value: `(select case when r.voided_ms is null then r.${column} else 0 end from rm.rm_sales r
            where r.tenant_id = $1 and r.sale_id = ${ABOUT})`,
  entries: `
  select ${EVENT}, t.${column} as share
    from rm.rm_takings t where t.tenant_id = $1 and t.sale_id = ${ABOUT}`,
  order: "seq",
});

const isPaid = (method: string, status: string): string =>
  `${method} = (select $2 ->> 'method') and ${status} = coalesce((select $2 ->> 'status'), ${status})`;

const PAYMENTS = `rm.rm_method_days r where r.tenant_id = $1 and ${isPaid("r.method", "r.status")}`;

/** A lateral join reads one sale at a time, and only as many as the page shows. */
const ofPayments = (column: string, share: string, unit: FigureSource["unit"]): FigureSource => ({
  unit,
  value: sumOf(column, PAYMENTS),
  entries: `
  select ${EVENT}, t.orders * p.share as share
    from rm.rm_takings t
   cross join lateral (
      select ${share} as share
        from rm.rm_sales s, json_array_elements(s.tenders) x
       where s.tenant_id = $1 and s.sale_id = t.sale_id and ${isPaid("x ->> 'method'", "x ->> 'status'")}
      having count(*) > 0) p
   where ${isOfDays(PAYMENTS)}`,
  order: "day",
});

/**
 * The sales of a product are found in the stock ledger, except those that moved no stock because it
 * was counted since, or because a till sold what the server does not know: such a product has sums and
 * no row of its own. They too are read one at a time.
 */
const ofProduct = (column: string, ofLine: string, unit: FigureSource["unit"]): FigureSource => ({
  unit,
  value: `(select coalesce((
      select r.${column} from rm.rm_product_totals r
       where r.tenant_id = $1 and r.product_id = p.product_id and r.currency = ${CURRENCY}
         and (select first_day from span) is null), 0) + coalesce((
      select sum(r.${column}) from rm.rm_product_days r
       where r.tenant_id = $1 and r.product_id = p.product_id and r.currency = ${CURRENCY}
         and r.day >= (select first_day from span) and r.day <= (select last_day from span)), 0)
    from (select x.product_id from rm.rm_products x where x.tenant_id = $1 and x.product_id = ${ABOUT}
          union
          select x.product_id from rm.rm_product_totals x where x.tenant_id = $1 and x.product_id = ${ABOUT}) p)`,
  entries: [
    salesIn(["rm.rm_stock_movements", `m.product_id = ${ABOUT}`], ofLine),
    salesIn(["rm.rm_takings", hasCounted("m", ABOUT)], ofLine),
  ].join(" union all "),
  order: "seq",
});

type Journal = readonly [table: string, which: string];

/**
 * SQL: as many sales of the product as a page has, found by the rows `m` of a journal. Each journal
 * has its own limit: the planner would read two of them to their ends before it sorts.
 */
const salesIn = ([table, which]: Journal, ofLine: string): string => `
  (select ${eventAt("m.seq")}, t.orders * l.share as share
    from ${table} m
   cross join lateral (
      select t.* from rm.rm_takings t
       where t.tenant_id = $1 and t.seq = m.seq
       limit 1) t
   cross join lateral (
      select sum((x ->> '${ofLine}')::bigint) as share
        from rm.rm_sales s, json_array_elements(s.lines) x
       where s.tenant_id = $1 and s.sale_id = t.sale_id and (x ->> 'productId')::uuid = ${ABOUT}) l
   where m.tenant_id = $1 and ${which} and ${isAfter.seq("m")}
     and t.currency = ${CURRENCY} and ${isInSpan("t.day")}
     and l.share <> 0
   order by m.seq
   limit ($2 ->> 'limit')::bigint)`;

const STOCK: FigureSource = {
  unit: "count",
  value: `(select r.stock from rm.rm_products r where r.tenant_id = $1 and r.product_id = ${ABOUT})`,
  entries: `
  select '-infinity'::date as day, m.seq, case m.kind
           when 'opening' then 'ProductAdded' when 'adjustment' then 'StockAdjusted'
           when 'count' then 'StockCounted' when 'sale' then 'SaleRecorded' else 'SaleVoided' end as type,
         coalesce(m.sale_id, m.product_id) as about, m.actor_id, m.occurred_ms, m.recorded_ms, m.delta as share
    from rm.rm_stock_movements m
   where m.tenant_id = $1 and m.product_id = ${ABOUT}`,
  order: "seq",
};

const CHANGE = `'-infinity'::date as day, c.seq, c.type, c.thing_id as about, c.actor_id, c.occurred_ms, c.recorded_ms`;

type Things = Readonly<{ name: "customers" | "products"; isThere: string; isKnown: string }>;

/** Archiving and restoring change whether an entity counts. An erased customer never counts. */
const ofThings = ({ name, isThere, isKnown }: Things): FigureSource => ({
  unit: "count",
  value: `(select count(*) from rm.rm_${name} r where r.tenant_id = $1 and ${isThere})`,
  entries: `
  select e.day, e.seq, e.type, e.about, e.actor_id, e.occurred_ms, e.recorded_ms,
         e.there - coalesce(lag(e.there) over (partition by e.about order by e.seq), 0) as share
    from (select ${CHANGE}, case when (c.changes ->> 'archived')::boolean or not ${isKnown} then 0 else 1 end as there
            from rm.rm_changes c
           where c.tenant_id = $1 and c.projection = '${name}' and c.changes ->> 'archived' is not null) e`,
  order: "seq",
});

/** SQL: created on these local days, in the tenant's current time zone. */
const isAdded = (ms: string): string =>
  isInSpan(`(to_timestamp(${ms} / 1000.0) at time zone (select timezone from span))::date`);

const ofAdded = (name: "customers" | "products"): FigureSource => ({
  unit: "count",
  value: `(select count(*) from rm.rm_${name} r where r.tenant_id = $1 and ${isAdded("r.created_ms")})`,
  entries: `
  select ${CHANGE}, 1 as share
    from rm.rm_changes c
   where c.tenant_id = $1 and c.projection = '${name}' and c.changes ->> 'created_ms' is not null
     and ${isAdded("(c.changes ->> 'created_ms')::bigint")}`,
  order: "seq",
});

/** Erasing a customer removes the personal part of all their changes. */
const HAS_NAME = `c.thing_id in (
  select k.thing_id from rm.rm_changes k
   where k.tenant_id = $1 and k.projection = 'customers' and k.personal is not null)`;

export const FIGURE_SOURCES: Readonly<Record<Figure, FigureSource>> = {
  "sales.total": ofDays("total_minor", "minor"),
  "sales.orders": ofDays("orders", "count"),
  "sales.tax": ofDays("tax_minor", "minor"),
  "hour.total": ofHours("total_minor", "minor"),
  "hour.orders": ofHours("orders", "count"),
  "staff.total": ofStaff("total_minor", "minor"),
  "staff.orders": ofStaff("orders", "count"),
  "payments.total": ofPayments("amount_minor", "sum((x ->> 'amountMinor')::bigint)", "minor"),
  "payments.count": ofPayments("payments", "count(*)", "count"),
  "product.revenue": ofProduct("revenue_minor", "totalMinor", "minor"),
  "product.quantity": ofProduct("quantity", "quantity", "count"),
  "sale.total": ofSale("total_minor"),
  "sale.tax": ofSale("tax_minor"),
  stock: STOCK,
  customers: ofThings({
    name: "customers",
    isThere: "not r.archived and r.first_name is not null",
    isKnown: HAS_NAME,
  }),
  "customers.added": ofAdded("customers"),
  products: ofThings({ name: "products", isThere: "not r.archived", isKnown: "true" }),
  "products.added": ofAdded("products"),
};
