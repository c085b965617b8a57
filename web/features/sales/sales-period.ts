import * as z from "zod/mini";

import { daysBefore, today } from "#web/format/days.ts";
import { periods } from "#web/format/periods.ts";
import { zonedMs } from "#web/format/zone.ts";

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
  return new Date(zonedMs(first, "00:00", timeZone)).toISOString();
}
