import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson, requestHash } from "#command-api/http/request-hash.ts";

const KEY = Buffer.alloc(32, 7);
const REQUEST = {
  actorId: "018f0e00-0000-7000-8000-000000000001",
  method: "POST",
  path: "/api/sales.php",
  body: { items: [{ product_id: "p", quantity: 2 }], payment_method: "cash" },
};
const hashOf = (over: object = {}, key = KEY): string =>
  requestHash(key, { ...REQUEST, ...over }).toString("hex");

/** The same value with the keys of every object reversed. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, turned(part)] as const);
  return Object.fromEntries(entries.toReversed());
}

describe("canonical JSON", () => {
  test("is the same in whatever order the keys come", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
      { numRuns: 200 },
    );
  });

  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });

  test("sorts at every depth and keeps the order of lists", () =>
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: { f: null, e: true } })).toBe(
      '{"a":{"e":true,"f":null},"b":[{"c":2,"d":1},3]}',
    ));

  test("leaves out undefined values and has a text for undefined itself", () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
    expect(canonicalJson(undefined)).toBe("null");
    expect(canonicalJson(null)).toBe("null");
  });

  test("keeps keys that every object inherits", () =>
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1},"a":2}'))).toBe(
      '{"__proto__":{"b":1},"a":2}',
    ));
});

describe("the hash of a request", () => {
  test("is the same for two spellings of one request", () =>
    expect(
      hashOf({ body: { payment_method: "cash", items: [{ quantity: 2, product_id: "p" }] } }),
    ).toBe(hashOf()));

  test("differs by actor, method, path, body and server key", () => {
    const others = [
      hashOf({ actorId: "018f0e00-0000-7000-8000-000000000002" }),
      hashOf({ method: "PUT" }),
      hashOf({ path: "/api/sales.php?id=1" }),
      hashOf({ body: { ...REQUEST.body, payment_method: "card" } }),
      hashOf({ body: { ...REQUEST.body, items: [{ product_id: "p", quantity: 3 }] } }),
      hashOf({ body: undefined }),
      hashOf({}, Buffer.alloc(32, 8)),
    ];
    expect(new Set([hashOf(), ...others]).size).toBe(others.length + 1);
  });
});
