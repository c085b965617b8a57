const MINUTE_MS = 60_000;
const MOST_AHEAD_MS = 5 * MINUTE_MS;
const MOST_BACK_MS = 72 * 60 * MINUTE_MS;

/**
 * When the sale took place, ms: now unless the client says it (R52). At most 5 minutes ahead and 72 hours
 * back, the owner any time back; undefined where it lies outside.
 */
export function occurredAt(
  given: string | undefined,
  nowMs: number,
  role: string,
): number | undefined {
  if (given === undefined) return nowMs;
  const ms = Date.parse(given);
  if (!Number.isSafeInteger(ms) || ms < 0 || ms > nowMs + MOST_AHEAD_MS) return undefined;
  return ms >= nowMs - MOST_BACK_MS || role === "owner" ? ms : undefined;
}
