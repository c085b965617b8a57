import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { sumsTable, type RowChange } from "#projector/projections/table.ts";

// Sums over sales, kept by the business day. A void subtracts its sale from the day the sale was made.

type Sale = (SaleRecorded | SaleVoided)["data"];
type Sign = 1 | -1;

const dailyTotal = sumsTable(
  "rm_daily_totals",
  { day: "date", currency: "text" },
  { orders: "int", total_minor: "bigint", tax_minor: "bigint" },
);

export const dailyTotals = defineProjection("daily_totals", dailyTotal.table, {
  SaleRecorded: ({ data }) => [addToDay(data, 1)],
  SaleVoided: ({ data }) => [addToDay(data, -1)],
});

const addToDay = (data: Sale, sign: Sign): RowChange =>
  dailyTotal.add(
    { day: data.businessDate, currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor, tax_minor: sign * data.taxMinor },
  );

const hour = sumsTable(
  "rm_hours",
  { day: "date", hour: "text", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

/**
 * The hour is in UTC: an event does not carry the tenant's time zone, which only the reader knows.
 * A void recorded by an old build does not carry the time of its sale, so its own time is used.
 */
export const hours = defineProjection("hours", hour.table, {
  SaleRecorded: ({ data, occurredMs }) => [addToHour(data, occurredMs, 1)],
  SaleVoided: ({ data, occurredMs }) => [addToHour(data, data.soldMs ?? occurredMs, -1)],
});

const addToHour = (data: Sale, soldMs: number, sign: Sign): RowChange =>
  hour.add(
    { day: data.businessDate, hour: hourOf(soldMs), currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor },
  );

const HOUR_LENGTH = "2026-03-10T10".length;
const HOUR_MS = 3_600_000;

/** Caches the last hour, since most events fall into the same hour as the one before. */
let last = { hours: Number.NaN, text: "" };

/** "2026-03-10T10", in UTC. */
export function hourOf(ms: number): string {
  const sinceEpoch = Math.floor(ms / HOUR_MS);
  if (sinceEpoch !== last.hours) {
    last = { hours: sinceEpoch, text: new Date(ms).toISOString().slice(0, HOUR_LENGTH) };
  }
  return last.text;
}

const staffDay = sumsTable(
  "rm_staff_days",
  { day: "date", user_id: "uuid", currency: "text" },
  { orders: "int", total_minor: "bigint" },
);

/** A void is subtracted from the person who made the sale, not from the one who voided it. */
export const staffDays = defineProjection("staff_days", staffDay.table, {
  SaleRecorded: ({ data, actorId }) => [addToStaff(data, actorId, 1)],
  SaleVoided: ({ data, actorId }) => [addToStaff(data, data.soldBy ?? actorId, -1)],
});

const addToStaff = (data: Sale, soldBy: string, sign: Sign): RowChange =>
  staffDay.add(
    { day: data.businessDate, user_id: soldBy, currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor },
  );

const methodDay = sumsTable(
  "rm_method_days",
  { day: "date", method: "text", status: "text", currency: "text" },
  { payments: "int", amount_minor: "bigint" },
);

/** By payment method and by whether a provider confirmed the payment. */
export const methodDays = defineProjection("method_days", methodDay.table, {
  SaleRecorded: ({ data }) => addTenders(data, 1),
  SaleVoided: ({ data }) => addTenders(data, -1),
});

const addTenders = (data: Sale, sign: Sign): readonly RowChange[] =>
  data.tenders.map(({ method, status, amountMinor }) =>
    methodDay.add(
      { day: data.businessDate, method, status, currency: data.currency },
      { payments: sign, amount_minor: sign * amountMinor },
    ),
  );
