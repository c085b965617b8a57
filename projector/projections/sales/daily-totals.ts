import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

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

const methodDay = sumsTable(
  "rm_method_days",
  { day: "date", method: "text", status: "text", currency: "text" },
  { payments: "int", amount_minor: "bigint" },
);

/** What was paid on a day in which way, and whether it was seen or only said (R26). */
export const methodDays = defineProjection("method_days", methodDay.table, {
  SaleRecorded: ({ data }) => paid(data, 1),
  SaleVoided: ({ data }) => paid(data, -1),
});

const paid = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): readonly RowChange[] =>
  data.tenders.map(({ method, status, amountMinor }) =>
    methodDay.add(
      { day: data.businessDate, method, status, currency: data.currency },
      { payments: sign, amount_minor: sign * amountMinor },
    ),
  );
