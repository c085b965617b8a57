import { describe, expect, it } from "vitest";

import { isHeld, toEntityTag } from "#query-api/etag.ts";

const parts = {
  build: "b1",
  tenantId: "t1",
  versions: "16400,16401",
  checkpoint: 40,
  role: "owner",
  asked: '["/api/products.php",{}]',
  localDate: "2026-03-10",
};

describe("the tag of an answer", () => {
  it("is the same for the same answer, and weak because of compression", () => {
    expect(toEntityTag(parts)).toBe(toEntityTag({ ...parts }));
    expect(toEntityTag(parts)).toMatch(/^W\/"[\w-]{32}"$/);
  });

  it.each([
    ["build", { build: "b2" }],
    ["shop", { tenantId: "t2" }],
    ["table", { versions: "16400,16999" }],
    ["checkpoint", { checkpoint: 41 }],
    ["role", { role: "manager" }],
    ["query", { asked: '["/api/products.php",{"limit":1}]' }],
    ["local day", { localDate: "2026-03-11" }],
  ])("differs for another %s", (_what, change) => {
    expect(toEntityTag({ ...parts, ...change })).not.toBe(toEntityTag(parts));
  });
});

describe("If-None-Match", () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['"x", W/"a" ,"y"', true],
    ["*", true],
    ['W/"b"', false],
    ["a", false],
    ["", false],
    [undefined, false],
  ])("%s contains the tag: %s", (header, held) => {
    expect(isHeld(header, 'W/"a"')).toBe(held);
  });
});
