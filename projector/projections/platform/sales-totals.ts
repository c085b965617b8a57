import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

const total = sumsTable(
  "rm_platform_totals",
  { currency: "text" },
  { orders: "bigint", total_minor: "bigint" },
);

type Sold = Readonly<{ currency: string; totalMinor: number }>;

/** What a shop has ever sold, net of voids (R38). */
export const platformTotals = defineProjection("platform_totals", total.table, {
  SaleRecorded: ({ data }) => [counted(data, 1)],
  SaleVoided: ({ data }) => [counted(data, -1)],
});

const counted = ({ currency, totalMinor }: Sold, sign: 1 | -1): RowChange =>
  total.add({ currency }, { orders: sign, total_minor: sign * totalMinor });
