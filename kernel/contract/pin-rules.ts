import { can } from "#kernel/contract/rights.ts";

const MINUTE_MS = 60_000;

/** People who may approve have this many digits: their PIN allows more. */
const APPROVER_DIGITS = 6;

const words = {
  digits: "A PIN has 4 to 6 digits",
  approver: "Your role needs a PIN of 6 digits",
  easy: "This PIN is too easy to guess. Do not repeat digits or count up or down.",
};

/** Why this person may not have this PIN, as a text. Undefined: they may. */
export function pinProblem(pin: string, role: string): string | undefined {
  if (!/^\d{4,6}$/.test(pin)) return words.digits;
  if (can(role, "approve") && pin.length < APPROVER_DIGITS) return words.approver;
  return isEasy(pin) ? words.easy : undefined;
}

/** One digit or one group of digits repeated (1111, 1212, 123123), or digits that count up or down. */
const isEasy = (pin: string): boolean =>
  /^(\d{1,3})\1+$/.test(pin) || isRun(pin, 1) || isRun(pin, -1);

/** 0 follows 9, as on a keypad: 7890 is a run. */
const isRun = (pin: string, step: number): boolean =>
  pin
    .split("")
    .slice(1)
    .every((digit, index) => (Number(pin[index]) + step + 10) % 10 === Number(digit));

/** So many wrong tries in a row are free. */
const FREE_TRIES = 4;
const LOCKS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] as const;

/** How long a PIN is locked after so many wrong tries in a row: after the fifth 1 minute, then 5, then 15 each time. */
export function pinLockMs(wrongTries: number): number {
  if (wrongTries <= FREE_TRIES) return 0;
  return LOCKS_MS[wrongTries - FREE_TRIES - 1] ?? LOCKS_MS[2];
}
