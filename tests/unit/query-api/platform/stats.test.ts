import { describe, expect, test } from "vitest";

import { toGrowth } from "#query-api/platform/stats.query.ts";

describe("the growth of the platform", () => {
  test.each([
    [6, 4, 50],
    [2, 4, -50],
    [0, 0, 0],
    [3, 0, 100],
    [0, 3, -100],
  ])("ADMIN-27: of %i after %i is %i percent", (now, before, percent) => {
    expect(toGrowth(now, before)).toBe(percent);
  });
});
