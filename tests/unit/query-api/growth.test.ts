import { describe, expect, it } from "vitest";

import { growthPercent, toMonthGrowth, toPeriodGrowth } from "#query-api/growth.ts";

describe("the note about growth", () => {
  it.each([
    [1125, 1000, "+12.5% from last month"],
    [0, 1000, "-100.0% from last month"],
    [1000, 1000, "+0.0% from last month"],
    [100_000, 100_040, "+0.0% from last month"],
    [3, 1, "+200.0% from last month"],
    [1, 3, "-66.7% from last month"],
    [0, 0, "+0.0% from last month"],
    [1, 0, "New this month"],
  ])("REP-03, REP-04: of %i after %i is %s", (now, before, note) => {
    expect(toMonthGrowth({ now, before }).note).toBe(note);
  });

  it.each([
    [1125, 1000, { days: 30, isOver: false }, "+12.5% from the 30 days before"],
    [1, 3, { days: 7, isOver: true }, "-66.7% from the 7 days before"],
    [5, 5, { days: 1, isOver: true }, "+0.0% from the day before"],
    [5, 5, { days: 1, isOver: false }, ""],
    [0, 0, { days: 7, isOver: true }, ""],
    [1, 0, { days: 7, isOver: true }, ""],
  ])("REP-03, REP-04: of %i after %i in %o is %j", (now, before, period, note) => {
    expect(toPeriodGrowth({ now, before }, period).note).toBe(note);
  });

  it("REP-04: includes the percentage, without a negative zero", () => {
    expect([
      growthPercent({ now: 100_000, before: 100_040 }),
      growthPercent({ now: 1, before: 0 }),
    ]).toEqual([0, null]);
  });
});
