import type { SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

import { IS_FOUND_SALE, isListed, nameOf, type SalesFilter } from "./sales.query.ts";

type Row = {
  late: number;
  currency: string;
  sums: { currency: string; orders: number; total_minor: number }[];
};

/** SQL: of each sale its total, or its payments with the method. */
const amountsOf = ({ method }: SalesFilter): string =>
  method === undefined
    ? "select 1 as orders, s.total_minor"
    : `select count(*) as orders, sum((t ->> 'amountMinor')::bigint) as total_minor
         from json_array_elements(s.tenders) t where t ->> 'method' = '${method}'`;

/** SQL: the sums of the sales by currency. */
const sumsOf = (filter: SalesFilter, found = "true"): string => `
  select s.currency, coalesce(sum(a.orders), 0) as orders, coalesce(sum(a.total_minor), 0) as total_minor
    from rm.rm_sales s cross join lateral (${amountsOf(filter)}) a
   where ${isListed(filter)} and ${found} group by s.currency`;

/** Sums by day are few, and the sales of a shop may be a million. */
const sumsByDay = (orders: string, totals: string, days: string): string => `
  select d.currency, sum(d.${orders}) as orders, sum(d.${totals}) as total_minor
    from ${days}
   group by d.currency
  having sum(d.${orders}) > 0`;

/** SQL: the sums of all time. Only with both filters the sales themselves are read. */
function sumsOfAllTime(filter: SalesFilter): string {
  const { method, isByStaff } = filter;
  if (method && isByStaff) return sumsOf(filter);
  if (isByStaff) {
    const days = "rm.rm_staff_days d where d.tenant_id = $1 and d.user_id = ($2 ->> 'staff')::uuid";
    return sumsByDay("orders", "total_minor", days);
  }
  return method
    ? sumsByDay(
        "payments",
        "amount_minor",
        `rm.rm_method_days d where d.tenant_id = $1 and d.method = '${method}'`,
      )
    : sumsByDay("orders", "total_minor", "rm.rm_daily_totals d where d.tenant_id = $1");
}

/**
 * SQL: the sales that a till sent on a later day than they count on, so a sum that was read before is
 * lower.
 */
const lateOf = (filter: SalesFilter, found: string): string => `
  select count(*) from rm.rm_sales s
   cross join (select h.timezone from rm.rm_shops h where h.tenant_id = $1) z
   where ${isListed(filter)} and ${found} and s.register > 1
     and s.business_date < (to_timestamp(s.recorded_ms / 1000.0) at time zone z.timezone)::date`;

const sumsBy = (name: string, sums: string, late: string): Prepared<Row> =>
  prepare(
    {
      name,
      projections: ["shops", "customers", "sales", "daily_totals", "staff_days", "method_days"],
      sql: `select json_build_object(
        'currency', (select coalesce(max(h.currency), 'GHS') from rm.rm_shops h where h.tenant_id = $1),
        'late', (${late}),
        'sums', (select coalesce(json_agg(x order by x.currency), '[]') from (${sums}) x))`,
    },
    { past: true },
  );

const prepared = new Map<string, Prepared<Row>>();

/** What the sales of the filter come to, prepared when it is first asked for. */
export function salesSums(filter: SalesFilter, isSearch: boolean): Prepared<Row> {
  const name = `sales-sums${nameOf(filter)}${isSearch ? "-found" : ""}`;
  const sums = isSearch
    ? sumsOf(filter, IS_FOUND_SALE)
    : filter.isInTime
      ? sumsOf(filter)
      : sumsOfAllTime(filter);
  const late = filter.isInTime ? lateOf(filter, isSearch ? IS_FOUND_SALE : "true") : "0";
  const known = prepared.get(name) ?? sumsBy(name, sums, late);
  prepared.set(name, known);
  return known;
}

export function toSalesSums({ late, currency, sums }: Row): SalesSums {
  const rows = sums.map((sum) => ({
    currency: sum.currency,
    orders: sum.orders,
    total: toDecimal(sum.total_minor),
  }));
  const own = rows.find((row) => row.currency === currency) ?? { currency, orders: 0, total: 0 };
  return { rows: [own, ...rows.filter((row) => row !== own)], late };
}
