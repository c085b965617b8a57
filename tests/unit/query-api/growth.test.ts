import { describe, expect, it } from "vitest";

import { growthPercent, toGrowthNote } from "#query-api/growth.ts";

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
    expect(toGrowthNote({ now, before }).note).toBe(note);
  });

  it("REP-04: includes the percentage, without a negative zero", () => {
    expect([
      growthPercent({ now: 100_000, before: 100_040 }),
      growthPercent({ now: 1, before: 0 }),
    ]).toEqual([0, null]);
  });
});
