import type { PeriodDays } from "#kernel/contract/api/reports/period.ts";

import { dateFormat } from "./date-format.ts";

export const periods: readonly { value: PeriodDays; label: string }[] = [
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
  { value: "365", label: "Last year" },
];

/** What screens of a shop offer. Today is "1". */
export const choices = [
  { value: "1", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  ...periods,
] as const;
export type Choice = (typeof choices)[number]["value"];

const DEFAULT_CHOICE: Choice = "30";

/** The choice in the query string. */
export const choiceOf = (params: URLSearchParams): Choice =>
  choices.find(({ value }) => value === params.get("period"))?.value ?? DEFAULT_CHOICE;

/** Days in the shop's time zone, as the API takes them: the last n days, or from one to another. */
export type Span = { period: PeriodDays } | { from: string; to: string };

export const spanText = (span: Span): string => new URLSearchParams(span).toString();

export function spanOfChoice(choice: Choice, timeZone: string | undefined, nowMs: number): Span {
  if (choice !== "1" && choice !== "yesterday") return { period: choice };
  const day = daysBefore(today(timeZone, nowMs), choice === "1" ? 0 : 1);
  return { from: day, to: day };
}

const DAY_MS = 86_400_000;

/** Parses a local day of the API, such as "2026-11-21". */
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const written = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  dateFormat(parts, "UTC").format(toMs(day));

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
  const format = dateFormat({ day: "2-digit", month: "2-digit", year: "numeric" }, timeZone);
  // By their names, because a browser without our locale has another order.
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

export const daysBefore = (day: string, count: number): string =>
  new Date(toMs(day) - count * DAY_MS).toISOString().slice(0, 10);

/** All days of a span, including the first and the last. */
export function daysOf(from: string, to: string): readonly string[] {
  const length = Math.max(0, Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1);
  return Array.from({ length }, (_, index) => daysBefore(from, -index));
}
