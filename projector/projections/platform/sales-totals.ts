import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

// A tenant's sales as super admins see them. The platform's database role cannot read the tenant's own totals.

type Sale = (SaleRecorded | SaleVoided)["data"];
type Sign = 1 | -1;

const platformDay = sumsTable(
  "rm_platform_days",
  { day: "date", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

export const platformDays = defineProjection("platform_days", platformDay.table, {
  SaleRecorded: ({ data }) => [addToDay(data, 1)],
  SaleVoided: ({ data }) => [addToDay(data, -1)],
});

const addToDay = ({ businessDate, currency, totalMinor }: Sale, sign: Sign): RowChange =>
  platformDay.add(
    { day: businessDate, currency },
    { orders: sign, total_minor: sign * totalMinor },
  );

const platformTotal = sumsTable(
  "rm_platform_totals",
  { currency: "text" },
  { orders: "bigint", total_minor: "bigint" },
);

/** All-time sales, net of voids. */
export const platformTotals = defineProjection("platform_totals", platformTotal.table, {
  SaleRecorded: ({ data }) => [addToTotal(data, 1)],
  SaleVoided: ({ data }) => [addToTotal(data, -1)],
});

const addToTotal = ({ currency, totalMinor }: Sale, sign: Sign): RowChange =>
  platformTotal.add({ currency }, { orders: sign, total_minor: sign * totalMinor });
