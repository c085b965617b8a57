import { describe, expect, test } from "vitest";

import {
  believeTimes,
  lastBelieved,
  type LastCall,
  TOLERANCE_MS,
} from "#command-api/till/entries/believed-time.ts";

const HOUR = 3_600_000;
const enrolledMs = Date.parse("2026-11-01T08:00:00Z");
const contactMs = Date.parse("2026-11-24T12:00:00Z");
const arrivedMs = Date.parse("2026-11-24T20:00:00Z");

/** The till called at noon and had made 10 entries. */
const atNoon: LastCall = { contactMs, madeSeq: 10 };
const believed = (claims: readonly (readonly [seq: number, at: number])[], lastCall?: LastCall) =>
  believeTimes(
    claims.map(([seq, at]) => ({ seq, at })),
    { arrivedMs, enrolledMs, lastCall },
  ).map(({ occurredMs, claimedMs }) => [occurredMs, claimedMs]);

describe("the time of an entry", () => {
  test("is what the till says, between its last call and now", () => {
    const times = [contactMs + 1, contactMs + 4 * HOUR, arrivedMs];
    const claims = times.map((at, index) => [11 + index, at] as const);
    expect(believed(claims, atNoon)).toEqual(times.map((at) => [at, undefined]));
  });

  test("may be five minutes off at both ends, and not more", () => {
    const [first, last] = [contactMs - TOLERANCE_MS, arrivedMs + TOLERANCE_MS];
    expect(believed([[11, first]], atNoon)).toEqual([[first, undefined]]);
    expect(believed([[11, last]], atNoon)).toEqual([[last, undefined]]);
    expect(believed([[11, first - 1]], atNoon)).toEqual([[contactMs, first - 1]]);
    expect(believed([[11, last + 1]], atNoon)).toEqual([[contactMs, last + 1]]);
  });

  test("may be before the last call if the till had made it then, but not before it was enrolled", () => {
    const at = contactMs - 48 * HOUR;
    expect(believed([[10, at]], atNoon)).toEqual([[at, undefined]]);
    const before = enrolledMs - HOUR;
    expect(believed([[10, before]], atNoon)).toEqual([[enrolledMs, before]]);
  });

  test("of a till that never called is after it was enrolled", () => {
    expect(believed([[1, enrolledMs + 1]])).toEqual([[enrolledMs + 1, undefined]]);
    expect(believed([[1, enrolledMs - HOUR]])).toEqual([[enrolledMs, enrolledMs - HOUR]]);
  });

  test("is that of the nearest earlier entry if it is not believed, and later ones keep theirs", () => {
    const [first, last] = [contactMs + HOUR, contactMs + 2 * HOUR];
    const ahead = arrivedMs + 400 * HOUR;
    expect(
      believed(
        [
          [11, first],
          [12, ahead],
          [13, 0],
          [14, last],
          [15, ahead],
        ],
        atNoon,
      ),
    ).toEqual([
      [first, undefined],
      [first, ahead],
      [first, 0],
      [last, undefined],
      [last, ahead],
    ]);
  });

  test("is that of the last believed entry of an earlier request, before the last call", () => {
    const believedMs = contactMs - HOUR;
    expect(believed([[11, 0]], { ...atNoon, believedMs })).toEqual([[believedMs, 0]]);
  });
});

test("the last entry that was believed is remembered for the next request", () => {
  expect(
    lastBelieved([{ occurredMs: 5 }, { occurredMs: 7 }, { occurredMs: 7, claimedMs: 99 }]),
  ).toBe(7);
  expect(lastBelieved([{ occurredMs: 5, claimedMs: 1 }])).toBeUndefined();
  expect(lastBelieved([])).toBeUndefined();
});
