import { describe, expect, it } from "vitest";

import { ListQuery } from "#kernel/contract/api/listing.ts";
import { toPart } from "#query-api/listing.ts";

describe("the part of a list", () => {
  it.each([
    [{}, null, { limit: null, offset: 0 }],
    [{}, 1000, { limit: 1000, offset: 0 }],
    [{ limit: 20 }, null, { limit: 20, offset: 0 }],
    [{ limit: 20, page: 3 }, null, { limit: 20, offset: 40 }],
    [{ limit: 5000, page: 2 }, 1000, { limit: 1000, offset: 1000 }],
    [{ page: 2 }, null, { limit: 100, offset: 100 }],
    [{ page: 2 }, 1000, { limit: 100, offset: 100 }],
  ])("of %o with at most %s rows is %o", (query, longest, part) => {
    expect(toPart(query, longest)).toEqual(part);
  });

  it("stays within what the database can count", () => {
    const { limit, offset } = toPart(
      { page: 999_999_999_999_999, limit: 999_999_999_999_999 },
      null,
    );

    expect(Number.isSafeInteger(limit)).toBe(true);
    expect(Number.isSafeInteger(offset)).toBe(true);
  });
});

describe("the query of a list", () => {
  it.each(["0", "-1", "1.5", "1e3", "abc", " 1", "", "00", "1234567890123456", "\u0000"])(
    "refuses %j as a count",
    (limit) => {
      expect(ListQuery.safeParse({ limit }).success).toBe(false);
    },
  );

  it("reads counts, and drops what it does not know", () => {
    expect(ListQuery.parse({ page: "2", limit: "050", sort: "name" })).toEqual({
      page: 2,
      limit: 50,
    });
  });
});
