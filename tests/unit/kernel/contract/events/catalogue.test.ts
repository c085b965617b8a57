import { describe, expect, test } from "vitest";

import { isEventType } from "#kernel/contract/event-types.ts";
import { parseStored, upcast } from "#kernel/contract/events/catalogue.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const stored = (over: Partial<StoredEvent>): StoredEvent => {
  const fixture = eventFixtures().get("ProductArchived.v1");
  if (!fixture) throw new Error("the fixture is missing");
  return { ...fixture, ...over };
};

describe("parsing a stored event", () => {
  test("refuses an unknown type", () => {
    for (const type of ["SaleImagined", "", "constructor", "__proto__", "toString"]) {
      expect(isEventType(type)).toBe(false);
      expect(() => parseStored(stored({ type }))).toThrow(`unknown event type ${type}`);
    }
  });

  test("refuses a version newer than this build", () =>
    expect(() => parseStored(stored({ schemaV: 2 }))).toThrow(
      "ProductArchived version 2 is newer than this build",
    ));

  test("refuses a version below 1", () =>
    expect(() => parseStored(stored({ schemaV: 0 }))).toThrow(
      "no upcaster from ProductArchived version 0",
    ));

  test.for(['{"productId":1}', "{}", "null", "[]", '"text"', "{broken"])(
    "refuses %j as data",
    (data) => expect(() => parseStored(stored({ data }))).toThrow(),
  );

  test.for([
    { meta: "{}" },
    { meta: '{"source":"elsewhere"}' },
    { effects: '{"stock":[["p",1]]}' },
    { effects: '{"counters":[["sale","1"]]}' },
  ])("refuses %j", (over) => expect(() => parseStored(stored(over))).toThrow());

  test("accepts an event without effects", () =>
    expect(parseStored(stored({ effects: null })).effects).toStrictEqual({}));
});

describe("upcasting an older version", () => {
  const upcasters = {
    "ProductArchived@-1": (data: unknown) => ({ before: data }),
    "ProductArchived@0": (data: unknown) => ({ later: data }),
  };

  test("applies one step after the other", () => {
    const data = { productId: "p" };
    expect(upcast("ProductArchived", -1, data, upcasters)).toStrictEqual({
      later: { before: data },
    });
    expect(upcast("ProductArchived", 0, data, upcasters)).toStrictEqual({ later: data });
  });

  test("returns data of today's version unchanged", () => {
    const data = { productId: "p" };
    expect(upcast("ProductArchived", 1, data, upcasters)).toBe(data);
  });

  test("throws where a step is missing", () =>
    expect(() => upcast("ProductArchived", -2, {}, upcasters)).toThrow(
      "no upcaster from ProductArchived version -2",
    ));
});
