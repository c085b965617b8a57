import type { SalesSums } from "#kernel/contract/api/reports/sales-sums.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

import { IS_BETWEEN, IS_FOUND_SALE } from "./sales.query.ts";

type Row = { currency: string; sums: { currency: string; orders: number; total_minor: number }[] };

/** SQL: the sums of sales by currency. */
const sumsOf = (which: string): string => `
  select s.currency, count(*) as orders, sum(s.total_minor) as total_minor
    from rm.rm_sales s where ${which} group by s.currency`;

/** The sums by day are few, and the sales of a shop may be a million. */
const SUMS_OF_ALL = `
  select d.currency, sum(d.orders) as orders, sum(d.total_minor) as total_minor
    from rm.rm_daily_totals d where d.tenant_id = $1
   group by d.currency
  having sum(d.orders) > 0`;

const sumsBy = (name: string, sums: string): Prepared<Row> =>
  prepare(
    {
      name,
      projections: ["shops", "customers", "sales", "daily_totals"],
      sql: `select json_build_object(
        'currency', (select coalesce(max(h.currency), 'GHS') from rm.rm_shops h where h.tenant_id = $1),
        'sums', (select coalesce(json_agg(x order by x.currency), '[]') from (${sums}) x))`,
    },
    { past: true },
  );

export const SALES_SUMS = {
  all: sumsBy("sales-sums", SUMS_OF_ALL),
  between: sumsBy("sales-sums-between", sumsOf(IS_BETWEEN)),
  found: sumsBy("sales-sums-found", sumsOf(`${IS_BETWEEN} and ${IS_FOUND_SALE}`)),
};

export function toSalesSums({ currency, sums }: Row): SalesSums {
  const rows = sums.map((sum) => ({
    currency: sum.currency,
    orders: sum.orders,
    total: toDecimal(sum.total_minor),
  }));
  const own = rows.find((row) => row.currency === currency) ?? { currency, orders: 0, total: 0 };
  return { rows: [own, ...rows.filter((row) => row !== own)] };
}
