import { defineProjection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const staffDay = sumsTable(
  "rm_staff_days",
  { day: "date", user_id: "uuid", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

type Sold = Readonly<{ businessDate: string; currency: string; totalMinor: number }>;

/** What each person sold on a day. A void takes its sale off whoever made it, not off who voided it. */
export const staffDays = defineProjection("staff_days", staffDay.table, {
  SaleRecorded: ({ data, actorId }) => [counted(data, actorId, 1)],
  SaleVoided: ({ data, actorId }) => [counted(data, data.soldBy ?? actorId, -1)],
});

const counted = (data: Sold, soldBy: string, sign: 1 | -1): RowChange =>
  staffDay.add(
    { day: data.businessDate, user_id: soldBy, currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor },
  );
