import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

const productTotal = sumsTable(
  "rm_product_totals",
  { product_id: "uuid", currency: "text" },
  { quantity: "bigint", revenue_minor: "bigint" },
);

export const productTotals = defineProjection("product_totals", productTotal.table, {
  SaleRecorded: ({ data }) => sold(data, 1),
  SaleVoided: ({ data }) => sold(data, -1),
});

const sold = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): readonly RowChange[] =>
  data.lines.map(({ productId, quantity, totalMinor }) =>
    productTotal.add(
      { product_id: productId, currency: data.currency },
      { quantity: sign * quantity, revenue_minor: sign * totalMinor },
    ),
  );
