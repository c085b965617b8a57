/** The moment that clocks of a zone show a time of a day, also on a day that they are changed. */
export function zonedMs(day: string, time: string, timeZone: string | undefined): number {
  const shownMs = Date.parse(`${day}T${time}Z`);
  const nearMs = shownMs - offsetMs(shownMs, timeZone);
  return shownMs - offsetMs(nearMs, timeZone);
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
