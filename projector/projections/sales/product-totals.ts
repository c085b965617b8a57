import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

type Sale = (SaleRecorded | SaleVoided)["data"];
type Sign = 1 | -1;

const productDay = sumsTable(
  "rm_product_days",
  { day: "date", product_id: "uuid", currency: "text" },
  { quantity: "bigint", revenue_minor: "bigint" },
);

/** A void subtracts its lines from the day of the sale. */
export const productDays = defineProjection("product_days", productDay.table, {
  SaleRecorded: ({ data }) => addToDay(data, 1),
  SaleVoided: ({ data }) => addToDay(data, -1),
});

const addToDay = (data: Sale, sign: Sign): readonly RowChange[] =>
  data.lines.map(({ productId, quantity, totalMinor }) =>
    productDay.add(
      { day: data.businessDate, product_id: productId, currency: data.currency },
      { quantity: sign * quantity, revenue_minor: sign * totalMinor },
    ),
  );

const productTotal = sumsTable(
  "rm_product_totals",
  { product_id: "uuid", currency: "text" },
  { quantity: "bigint", revenue_minor: "bigint" },
);

export const productTotals = defineProjection("product_totals", productTotal.table, {
  SaleRecorded: ({ data }) => addToTotal(data, 1),
  SaleVoided: ({ data }) => addToTotal(data, -1),
});

const addToTotal = (data: Sale, sign: Sign): readonly RowChange[] =>
  data.lines.map(({ productId, quantity, totalMinor }) =>
    productTotal.add(
      { product_id: productId, currency: data.currency },
      { quantity: sign * quantity, revenue_minor: sign * totalMinor },
    ),
  );
