import { describe, expect, it } from "vitest";

import { PeriodQuery } from "#kernel/contract/api/reports/period.ts";
import { Role } from "#kernel/contract/rights.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

const everything = { period: null, days: null, from: null, to: null, compares: true };

describe("the days of the totals", () => {
  it.each([
    [{}, everything],
    [{ period: "7" }, { ...everything, period: "7", days: 7 }],
    [{ period: "365" }, { ...everything, period: "365", days: 365 }],
    [
      { from: "2026-01-01", to: "2026-01-31" },
      { ...everything, from: "2026-01-01", to: "2026-01-31" },
    ],
  ])("for %o are %o for an owner", (query, span) => {
    expect(toSpan(PeriodQuery.parse(query), "owner")).toEqual(span);
  });

  it("are always today for a cashier", () => {
    const today = { period: "today", days: 1, from: null, to: null, compares: false };
    for (const query of [{}, { period: "365" }, { from: "2026-01-01", to: "2026-01-31" }]) {
      expect(toSpan(PeriodQuery.parse(query), "cashier")).toEqual(today);
    }
  });

  it("are always today for a role that may not see reports", () => {
    const seesMore = Role.options.filter((role) => toSpan({}, role).period !== "today");
    expect(seesMore).toEqual(["owner", "manager", "accountant", "auditor"]);
    expect(toSpan({}, "unheard of").period).toBe("today");
  });
});

describe("a period", () => {
  it.each([
    [{ period: "8" }, "period must be 7, 30, 90 or 365"],
    [{ period: "07" }, "period must be 7, 30, 90 or 365"],
    [{ period: "today" }, "period must be 7, 30, 90 or 365"],
    [{ from: "2026-02-01" }, "Send from and to together"],
    [{ to: "2026-02-01" }, "Send from and to together"],
    [
      { period: "7", from: "2026-02-01", to: "2026-02-02" },
      "Send period, or from and to, not both",
    ],
    [{ from: "2026-02-02", to: "2026-02-01" }, "from must not be after to"],
    [{ from: "2026-02-30", to: "2026-03-01" }, "from must be a date YYYY-MM-DD"],
    [{ from: "2026-2-1", to: "2026-03-01" }, "from must be a date YYYY-MM-DD"],
    [{ from: "0000-01-01", to: "2026-03-01" }, "The year must be 1 or later"],
    [{ from: "-infinity", to: "infinity" }, "from must be a date YYYY-MM-DD"],
    [{ from: "2026-02-01", to: "now" }, "to must be a date YYYY-MM-DD"],
  ])("%o is rejected: %s", (query, message) => {
    const issues = PeriodQuery.safeParse(query).error?.issues.map((issue) => issue.message);
    expect(issues?.[0]).toBe(message);
  });
});
