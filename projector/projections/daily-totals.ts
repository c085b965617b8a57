import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";

import { defineProjection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const total = sumsTable(
  "rm_daily_totals",
  { day: "date", currency: "text" },
  { orders: "int", total_minor: "bigint", tax_minor: "bigint" },
);

/** A void takes its sale off the day it was made (R50). */
export const dailyTotals = defineProjection("daily_totals", total.table, {
  SaleRecorded: ({ data }) => [counted(data, 1)],
  SaleVoided: ({ data }) => [counted(data, -1)],
});

const counted = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): RowChange =>
  total.add(
    { day: data.businessDate, currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor, tax_minor: sign * data.taxMinor },
  );
