import type { ProductSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";

import { NAME_OF_SOLD, prepareSums, type SumsReport } from "./sums.ts";

type Row = {
  product_id: string;
  name: string | null;
  currency: string;
  quantity: number;
  revenue_minor: number;
};

/** All time is read from sums of its own, so its cost does not grow with the number of days. */
const ROWS = `
  select s.product_id, ${NAME_OF_SOLD} as name, s.currency, s.quantity, s.revenue_minor
    from (
      select t.product_id, t.currency, t.quantity, t.revenue_minor
        from rm.rm_product_totals t
       where t.tenant_id = $1 and (select first_day from span) is null
       union all
      select d.product_id, d.currency, sum(d.quantity), sum(d.revenue_minor)
        from rm.rm_product_days d
       where d.tenant_id = $1
         and d.day >= (select first_day from span) and d.day <= (select last_day from span)
       group by d.product_id, d.currency) s
    left join rm.rm_products p on p.tenant_id = $1 and p.product_id = s.product_id
   where s.quantity > 0`;

export const BY_PRODUCT: SumsReport<Row, ProductSums> = {
  question: prepareSums({
    name: "sums-by-product",
    projections: ["products", "product_days", "product_totals"],
    rows: ROWS,
    order: "s.revenue_minor desc, s.quantity desc, s.product_id",
  }),
  toItem: ({ product_id: id, name, currency, quantity, revenue_minor }) => ({
    id,
    name,
    currency,
    quantity,
    revenue: toDecimal(revenue_minor),
  }),
  columns: [
    ["Product ID", ({ id }) => id],
    ["Product", ({ name }) => name],
    ["Quantity", ({ quantity }) => quantity],
    ["Revenue", ({ revenue }) => revenue],
    ["Currency", ({ currency }) => currency],
  ],
};
