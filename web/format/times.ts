import { dateFormat } from "./date-format.ts";
import { today } from "./days.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "Just now", "12m ago", "1h ago", "3d ago". */
export function ago(thenMs: number, nowMs: number): string {
  const passedMs = nowMs - thenMs;
  if (passedMs < MINUTE_MS) return "Just now";
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)}m ago`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)}h ago`;
  return `${Math.floor(passedMs / DAY_MS)}d ago`;
}

/** "21 Nov, 11:42" in the shop's time zone; with the year if it is another year. */
export function shopTime(iso: string, timeZone: string | undefined, nowMs: number): string {
  const time = new Date(iso);
  const year = dateFormat({ year: "numeric" }, timeZone);
  const isThisYear = year.format(time) === year.format(nowMs);
  return dateFormat(
    {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      ...(!isThisYear && { year: "numeric" }),
    },
    timeZone,
  ).format(time);
}

/** "11:42" of today or "21 Nov, 11:42", by the device, for what it received itself. */
export function receivedTime(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return dateFormat({
    hour: "2-digit",
    minute: "2-digit",
    ...(!isToday && { day: "numeric", month: "short" }),
  }).format(atMs);
}

/** "21 Nov 2026, 11:42:07" in the shop's time zone, where seconds matter. */
export const exactTime = (iso: string, timeZone: string | undefined): string =>
  dateFormat({ dateStyle: "medium", timeStyle: "medium" }, timeZone).format(new Date(iso));

/**
 * "21 Nov 2026, 11:42" in the shop's time zone. Always with the year: receipts are kept for longer.
 */
export const receiptTime = (iso: string, timeZone: string | undefined): string =>
  dateFormat(
    { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    timeZone,
  ).format(new Date(iso));

/** Converts a local day and time to a timestamp, also on days when the clocks change. */
export function zonedMs(day: string, time: string, timeZone: string | undefined): number {
  const shownMs = Date.parse(`${day}T${time}Z`);
  const nearMs = shownMs - offsetMs(shownMs, timeZone);
  return shownMs - offsetMs(nearMs, timeZone);
}

/** The offset from UTC at a moment. */
function offsetMs(atMs: number, timeZone: string | undefined): number {
  const time = dateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, timeZone);
  return Date.parse(`${today(timeZone, atMs)}T${time.format(atMs)}Z`) - atMs;
}
