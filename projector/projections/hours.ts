import { defineProjection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const hour = sumsTable(
  "rm_hours",
  { day: "date", hour: "text", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

type Sold = Readonly<{ businessDate: string; currency: string; totalMinor: number }>;

/**
 * Takings by the hour in which they were made, in UTC: an event says nothing of the shop's zone, a reader knows it.
 * A void takes its sale off that hour; one of an old build does not say which it was.
 */
export const hours = defineProjection("hours", hour.table, {
  SaleRecorded: ({ data, occurredMs }) => [counted(data, occurredMs, 1)],
  SaleVoided: ({ data, occurredMs }) => [counted(data, data.soldMs ?? occurredMs, -1)],
});

const counted = (data: Sold, soldMs: number, sign: 1 | -1): RowChange =>
  hour.add(
    { day: data.businessDate, hour: hourOf(soldMs), currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor },
  );

const HOUR_LENGTH = "2026-03-10T10".length;

const HOUR_MS = 3_600_000;
/** Most events are of the same hour as the one before. */
let last = { hours: Number.NaN, text: "" };

export function hourOf(ms: number): string {
  const sinceEpoch = Math.floor(ms / HOUR_MS);
  if (sinceEpoch !== last.hours) {
    last = { hours: sinceEpoch, text: new Date(ms).toISOString().slice(0, HOUR_LENGTH) };
  }
  return last.text;
}
