import { PeriodDays } from "#kernel/contract/api/dashboard.ts";

export const periods: readonly { value: PeriodDays; label: string }[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last year" },
];

const DEFAULT_PERIOD: PeriodDays = "30";

/** The period in the query string. */
export const periodOf = (params: URLSearchParams): PeriodDays =>
  PeriodDays.safeParse(params.get("period")).data ?? DEFAULT_PERIOD;
const DAY_MS = 86_400_000;

/** Parses a local day of the API, such as "2026-11-21". */
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const written = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(toMs(day));

/** "21 Nov 2026" */
export const dayText = (day: string): string =>
  written(day, { day: "numeric", month: "short", year: "numeric" });

/** "21 Nov" */
export const shortDay = (day: string): string => written(day, { day: "numeric", month: "short" });

/** "Sat" */
export const weekday = (day: string): string => written(day, { weekday: "short" });

/** "November" */
export const monthText = (day: string): string => written(day, { month: "long" });

/** "Nov"; always three letters, for labels under bars. */
export const shortMonth = (day: string): string => monthText(day).slice(0, 3);

/** "Nov 2026" */
export const monthOfYear = (day: string): string => `${shortMonth(day)} ${day.slice(0, 4)}`;

/** The current day in the shop's time zone. */
export function today(timeZone: string | undefined, nowMs: number): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const parts = new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    ...zone,
  }).formatToParts(nowMs);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

export const daysBefore = (day: string, count: number): string =>
  new Date(toMs(day) - count * DAY_MS).toISOString().slice(0, 10);

/** All days of a span, including the first and the last. */
export function daysOf(from: string, to: string): readonly string[] {
  const length = Math.max(0, Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1);
  return Array.from({ length }, (_, index) => daysBefore(from, -index));
}
