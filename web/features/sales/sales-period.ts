import * as z from "zod/mini";

import { daysBefore, today } from "#web/api/days.ts";
import { periods } from "#web/api/periods.ts";

const Period = z.enum(["all", "1", "7", "30", "90", "365"]);
export type SalesPeriod = z.infer<typeof Period>;

export const salesPeriods: readonly { value: SalesPeriod; label: string }[] = [
  { value: "all", label: "All sales" },
  { value: "1", label: "Today" },
  ...periods,
];

/** The period an address names; all there is unless it does. */
export const salesPeriodOf = (params: URLSearchParams): SalesPeriod =>
  Period.safeParse(params.get("period")).data ?? "all";

/** When a period began: whole days of the shop, up to and with today. */
export function periodStart(
  period: SalesPeriod,
  timeZone: string | undefined,
  nowMs: number,
): string | undefined {
  if (period === "all") return undefined;
  const first = daysBefore(today(timeZone, nowMs), Number(period) - 1);
  return new Date(dayStartMs(first, timeZone)).toISOString();
}

/** The moment a local day begins, also on a day that the clocks change. */
function dayStartMs(day: string, timeZone: string | undefined): number {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const nearMs = midnightMs - offsetMs(midnightMs, timeZone);
  return midnightMs - offsetMs(nearMs, timeZone);
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(atMs: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).formatToParts(atMs);
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? "";
  const date = `${part("year")}-${part("month")}-${part("day")}`;
  return Date.parse(`${date}T${part("hour")}:${part("minute")}:00Z`) - atMs;
}
