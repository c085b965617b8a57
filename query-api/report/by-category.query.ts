import type { CategorySums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";

import { OF_SOLD_PRODUCTS, SOLD_PRODUCTS } from "./sold-products.ts";
import { decimalOrNull, prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  category: string | null;
  currency: string;
  products: number;
  revenue_minor: number;
  uncosted_minor: number;
  cost_minor: number | null;
};

const ROWS = `
  select b.category, b.currency, count(*) as products, sum(b.revenue_minor) as revenue_minor,
         coalesce(sum(b.revenue_minor) filter (where b.cost_minor is null), 0) as uncosted_minor,
         sum(b.cost_minor) as cost_minor
    from (${SOLD_PRODUCTS}) b
   group by b.category, b.currency`;

export const BY_CATEGORY: SumsReport<Row, CategorySums> = {
  question: prepareSums({
    name: "sums-by-category",
    projections: OF_SOLD_PRODUCTS,
    rows: ROWS,
    order: "s.revenue_minor desc, s.category",
  }),
  toItem: ({ category, currency, products, revenue_minor, uncosted_minor, cost_minor }) => ({
    category,
    currency,
    products,
    revenue: toDecimal(revenue_minor),
    uncosted: toDecimal(uncosted_minor),
    cost: decimalOrNull(cost_minor),
    profit: decimalOrNull(cost_minor === null ? null : revenue_minor - uncosted_minor - cost_minor),
  }),
  columns: [
    ["Category", ({ category }) => category],
    ["Products", ({ products }) => products],
    ["Revenue", ({ revenue }) => revenue],
    ["Cost", ({ cost }) => cost],
    ["Profit", ({ profit }) => profit],
    ["Revenue without cost", ({ uncosted }) => uncosted],
    ["Currency", ({ currency }) => currency],
  ],
};
