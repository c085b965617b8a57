import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";

import { defineProjection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const productDay = sumsTable(
  "rm_product_days",
  { day: "date", product_id: "uuid", currency: "text" },
  { quantity: "bigint", revenue_minor: "bigint" },
);

/** A void takes its lines off the day they were sold (R50). */
export const productDays = defineProjection("product_days", productDay.table, {
  SaleRecorded: ({ data }) => sold(data, 1),
  SaleVoided: ({ data }) => sold(data, -1),
});

const sold = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): readonly RowChange[] =>
  data.lines.map(({ productId, quantity, totalMinor }) =>
    productDay.add(
      { day: data.businessDate, product_id: productId, currency: data.currency },
      { quantity: sign * quantity, revenue_minor: sign * totalMinor },
    ),
  );
