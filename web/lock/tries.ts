import * as z from "zod/mini";

import { pinLockMs } from "#kernel/contract/pin-rules.ts";

/** Wrong PINs of a person at this till since the last right one. Times are in ms, by this device. */
export const Tries = z.object({ wrong: z.int(), untilMs: z.int() });
export type Tries = z.infer<typeof Tries>;

export const NO_TRIES: Tries = { wrong: 0, untilMs: 0 };

/** After one more wrong try. */
export function afterWrongTry({ wrong }: Tries, nowMs: number): Tries {
  const now = wrong + 1;
  const waitMs = pinLockMs(now);
  return { wrong: now, untilMs: waitMs === 0 ? 0 : nowMs + waitMs };
}

/** A clock that was set back must not lock a person out for longer than their last wait. */
export const lockedForMs = ({ wrong, untilMs }: Tries, nowMs: number): number =>
  Math.min(Math.max(untilMs - nowMs, 0), pinLockMs(wrong));

/** How many wrong tries are left before the next wait. */
export function triesLeft({ wrong }: Tries): number {
  let left = 1;
  while (pinLockMs(wrong + left) === 0) left += 1;
  return left;
}
