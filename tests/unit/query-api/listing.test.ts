import { describe, expect, it } from "vitest";

import { ListQuery } from "#kernel/contract/api/listing.ts";
import { toPart } from "#query-api/listing.ts";

describe("limit and offset of a list", () => {
  it.each([
    [{}, null, { limit: null, offset: 0 }],
    [{}, 1000, { limit: 1000, offset: 0 }],
    [{ limit: 20 }, null, { limit: 20, offset: 0 }],
    [{ limit: 20, page: 3 }, null, { limit: 20, offset: 40 }],
    [{ limit: 5000, page: 2 }, 1000, { limit: 1000, offset: 1000 }],
    [{ page: 2 }, null, { limit: 100, offset: 100 }],
    [{ page: 2 }, 1000, { limit: 100, offset: 100 }],
  ])("for %o with at most %s rows are %o", (query, longest, part) => {
    expect(toPart(query, longest)).toEqual(part);
  });

  it("stay within bigint", () => {
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
    "rejects %j as a count",
    (limit) => {
      expect(ListQuery.safeParse({ limit }).success).toBe(false);
    },
  );

  it("parses counts, and drops unknown parameters", () => {
    expect(ListQuery.parse({ page: "2", limit: "050", sort: "name" })).toEqual({
      page: 2,
      limit: 50,
    });
  });
});
