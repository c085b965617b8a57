const kept = new Map<string, Intl.DateTimeFormat>();

/**
 * A format of days and times in British English, in this time zone or the device's. Formats are
 * kept: making one costs a cheap phone some ten milliseconds.
 */
export function dateFormat(
  parts: Intl.DateTimeFormatOptions,
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([parts, timeZone]);
  const known = kept.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone });
  kept.set(key, made);
  return made;
}
