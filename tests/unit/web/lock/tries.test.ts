import { describe, expect, test } from "vitest";

import { afterWrongTry, lockedForMs, NO_TRIES, triesLeft } from "#web/lock/tries.ts";

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

/** The tries after so many wrong ones, each made when the wait before it was over. */
function wrongTimes(count: number) {
  let tries = NO_TRIES;
  for (let each = 0; each < count; each += 1) tries = afterWrongTry(tries, NOW);
  return tries;
}

describe("wrong tries without a network", () => {
  test("PIN-36: the fifth locks for 1 minute, the sixth for 5 and each later one for 15", () => {
    const waits = [1, 4, 5, 6, 7, 8, 20].map((count) => lockedForMs(wrongTimes(count), NOW));
    expect(waits).toEqual([0, 0, MINUTE, 5 * MINUTE, 15 * MINUTE, 15 * MINUTE, 15 * MINUTE]);
  });

  test("PIN-36: the wait ends by itself, and the count does not", () => {
    const tries = wrongTimes(5);
    expect(lockedForMs(tries, NOW + MINUTE - 1)).toBe(1);
    expect(lockedForMs(tries, NOW + MINUTE)).toBe(0);
    expect(lockedForMs(afterWrongTry(tries, NOW + MINUTE), NOW + MINUTE)).toBe(5 * MINUTE);
  });

  test("PIN-36: a clock that is set back locks no one out for longer", () => {
    expect(lockedForMs(wrongTimes(5), 0)).toBe(MINUTE);
  });

  test("PIN-37: the tries that are left are counted", () => {
    expect([0, 1, 3, 4, 5].map((count) => triesLeft(wrongTimes(count)))).toEqual([5, 4, 2, 1, 1]);
  });
});
