import type { ProductSums } from "#kernel/contract/api/reports/report.ts";
import { toDecimal } from "#kernel/contract/money.ts";

import { OF_SOLD_PRODUCTS, SOLD_PRODUCTS, type SoldProduct } from "./sold-products.ts";
import { decimalOrNull, prepareSums, type SumsReport } from "./sums.ts";

export const BY_PRODUCT: SumsReport<SoldProduct, ProductSums> = {
  question: prepareSums({
    name: "sums-by-product",
    projections: OF_SOLD_PRODUCTS,
    rows: SOLD_PRODUCTS,
    order: "s.revenue_minor desc, s.quantity desc, s.product_id",
  }),
  toItem: ({ product_id: id, name, category, currency, quantity, revenue_minor, cost_minor }) => ({
    id,
    name,
    category,
    currency,
    quantity,
    revenue: toDecimal(revenue_minor),
    cost: decimalOrNull(cost_minor),
    profit: decimalOrNull(cost_minor === null ? null : revenue_minor - cost_minor),
  }),
  columns: [
    ["Product ID", ({ id }) => id],
    ["Product", ({ name }) => name],
    ["Quantity", ({ quantity }) => quantity],
    ["Revenue", ({ revenue }) => revenue],
    ["Currency", ({ currency }) => currency],
    ["Category", ({ category }) => category],
    ["Cost", ({ cost }) => cost],
    ["Profit", ({ profit }) => profit],
  ],
};
