import { expect, test } from "vitest";

import { toActivity } from "#query-api/audit/activity.ts";

const DAYS = 10;
const idOf = (index: number): string => `018f0000-0000-7000-8000-00000000000${index}`;

/** How often each person voided now, and in the 30 days before. */
const voidsOf = (voids: readonly (readonly [now: number, before: number])[], worked = 10) =>
  toActivity({
    firstDay: "2026-11-11",
    lastDay: "2026-11-20",
    days: DAYS,
    people: voids.map((_, index) => ({
      user_id: idOf(index),
      role: "cashier",
      is_working: true,
      first_name: "Afia",
      last_name: "Pokuaa",
      joined_ms: index,
    })),
    counts: voids.map(([now, before], index) => ({
      person: idOf(index),
      kind: "voids" as const,
      now,
      before,
    })),
    worked: voids.map((_, index) => ({ person: idOf(index), days: worked })),
  }).people.map((person) => person.voids.stands_out);

// Exactly three times the mean is not unusual.
test.each([
  ["over three times their own mean, and more than the team", [11, 10], [1, 3], true],
  ["exactly three times their own mean", [10, 10], [1, 3], false],
  ["more than the team, but as usual for them", [30, 60], [1, 3], false],
  ["over three times their own mean, but less than others", [4, 3], [9, 27], false],
  ["for the first time", [1, 0], [0, 0], true],
] as const)("AUDIT-07: unusual figures: %s", (_, person, other, standsOut) => {
  expect(voidsOf([person, other])[0]).toBe(standsOut);
});

test("AUDIT-07: no figure is unusual for a person who worked on fewer than ten days before", () => {
  const voids = [
    [11, 1],
    [10, 3],
  ] as const;
  expect(voidsOf(voids, 10)).toEqual([true, false]);
  expect(voidsOf(voids, 9)).toEqual([false, false]);
  expect(
    voidsOf(
      [
        [1, 0],
        [0, 0],
      ],
      0,
    ),
  ).toEqual([false, false]);
});

test("AUDIT-07: an action that no one took is unusual for no one", () => {
  expect(voidsOf([[0, 0]])).toEqual([false]);
});
