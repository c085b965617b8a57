import { describe, expect, test } from "vitest";

import {
  CommandId,
  PLATFORM_TENANT_ID,
  ProductId,
  shortId,
  StreamId,
  TenantId,
} from "#kernel/contract/ids.ts";
import { derivedId, newId } from "#kernel/node/ids.ts";

describe("an id", () => {
  test.for([
    "",
    "1",
    "018f0a0000007000800000000000001",
    "018f0a00-0000-7000-8000-00000000000g",
    "018f0a00-0000-7000-8000-000000000001 ",
    "018f0a00-0000-7000-8000-000000000001\n",
    "{018f0a00-0000-7000-8000-000000000001}",
    "018f0a00-0000-7000-8000-000000000001' or 1=1",
    1,
    null,
    undefined,
    ["018f0a00-0000-7000-8000-000000000001"],
    {},
  ])("%j is refused", (value) => expect(ProductId.safeParse(value).success).toBe(false));

  test("in upper case is the same id", () => {
    const id = "018f0a00-0000-7000-8000-00000000abcd";
    for (const kind of [ProductId, StreamId, TenantId, CommandId]) {
      expect(kind.parse(id.toUpperCase())).toBe(id);
    }
  });

  test("is a UUIDv7 that sorts after earlier ones", () => {
    const ids = Array.from({ length: 200 }, (_, index) => newId(1_790_000_000_000 + index));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map(shortId)).size).toBe(200);
    for (const id of ids) {
      expect(ProductId.parse(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    }
  });

  test("derived from a name is always the same", () => {
    // RFC 9562, appendix A.4: the name www.example.com in the DNS namespace.
    expect(derivedId("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
      "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    );
  });

  test("is shown by its last 8 characters", () =>
    expect(shortId("018f0a00-0000-7000-8000-0000deadbeef")).toBe("deadbeef"));

  test("of the platform's own log is reserved", () =>
    expect(PLATFORM_TENANT_ID).toBe("00000000-0000-7000-8000-000000000001"));
});
