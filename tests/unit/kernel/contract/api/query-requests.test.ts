import { describe, expect, test } from "vitest";

import { ListQuery } from "#kernel/contract/api/listing.ts";
import { PeriodQuery } from "#kernel/contract/api/reports/period.ts";
import { parse, takes } from "#tests/kit/checks/schema-checks.ts";

describe("a period", () => {
  test.for([
    {},
    { period: "7" },
    { period: "30" },
    { period: "90" },
    { period: "365" },
    { from: "2026-11-01", to: "2026-11-01" },
  ])("accepts %j", (period) => expect(takes(PeriodQuery, period)).toBe(true));

  test.for([
    { period: "8" },
    { period: 7 },
    { period: "" },
    { period: "all" },
    { from: "2026-11-01" },
    { to: "2026-11-01" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2026-02-30", to: "2026-03-01" },
    { from: "0000-01-01", to: "2026-01-01" },
    { period: "7", from: "2026-11-01", to: "2026-11-02" },
  ])("refuses %j", (period) => expect(takes(PeriodQuery, period)).toBe(false));
});

test.for(["0", "-1", "1.5", "abc", "", "1e9", "9".repeat(16)])(
  "a page or limit of %j is refused",
  (value) => {
    expect(takes(ListQuery, { page: value })).toBe(false);
    expect(takes(ListQuery, { limit: value })).toBe(false);
    expect(parse(ListQuery, { page: "2", limit: "1000000" })).toStrictEqual({
      page: 2,
      limit: 1_000_000,
    });
  },
);
