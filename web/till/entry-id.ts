const ENTRY_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME_DIGITS = 12;

/** Whether a thing with this id can be an entry of a till. */
export const isEntryId = (id: string): boolean => ENTRY_ID.test(id);

/** A UUID of version 8, laid out like one of version 7: it begins with the time in ms since 1970. */
export function newEntryId(nowMs = Date.now()): string {
  const time = Math.max(0, Math.trunc(nowMs)).toString(16).padStart(TIME_DIGITS, "0");
  const [, , , variant = "", rest = ""] = crypto.randomUUID().split("-");
  const random = crypto.randomUUID().slice(0, 3);
  return `${time.slice(0, 8)}-${time.slice(8, TIME_DIGITS)}-8${random}-${variant}-${rest}`;
}
