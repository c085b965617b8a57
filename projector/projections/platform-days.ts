import { defineProjection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const day = sumsTable(
  "rm_platform_days",
  { day: "date", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

type Sold = Readonly<{ businessDate: string; currency: string; totalMinor: number }>;

/** What a shop sold on a day, as the platform may know it: the shop's own day totals are not for its eyes. */
export const platformDays = defineProjection("platform_days", day.table, {
  SaleRecorded: ({ data }) => [counted(data, 1)],
  SaleVoided: ({ data }) => [counted(data, -1)],
});

const counted = ({ businessDate, currency, totalMinor }: Sold, sign: 1 | -1): RowChange =>
  day.add({ day: businessDate, currency }, { orders: sign, total_minor: sign * totalMinor });
