import { describe, expect, test } from "vitest";

import type { EntryKind } from "#command-api/till/entries/entry-decision.ts";
import { customerIn, entryKind, readEntry } from "#command-api/till/entries/read-entry.ts";
import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { customerId, userId } from "#tests/kit/builders/fixed-ids.ts";

const thing: EntryKind<number> = {
  parse: (version, body) => {
    if (version > 2) return "unknown-version";
    return typeof body === "number" ? body : "malformed";
  },
  streams: () => [],
  decide: () => Promise.resolve({ aside: "never" }),
};
const kinds = { thing: entryKind(thing) };

const entry = (over: Partial<Entry>): Entry => ({
  id: "018f0f00-0000-8000-8000-000000000001",
  seq: 7,
  v: 1,
  salt: "",
  kind: "thing",
  body: 5,
  at: 0,
  basis: 0,
  person: userId(1),
  ...over,
});
const read = (over: Partial<Entry>) => readEntry(kinds, entry(over)).is;

describe("an entry", () => {
  test("of a known kind and version is decided, if its body is one", () => {
    expect(read({})).toBe("decidable");
    expect(read({ v: 2 })).toBe("decidable");
    expect(read({ body: "5" })).toBe("malformed");
  });

  test("of another kind or version is newer than this server, whatever its body is", () => {
    expect(read({ v: 3, body: "5" })).toBe("newer");
    expect(read({ kind: "shift-open" })).toBe("newer");
    expect(read({ kind: "toString" })).toBe("newer");
    expect(read({ kind: "lost", v: 2, body: { to: 9 } })).toBe("newer");
  });

  test("of lost entries names at least itself", () => {
    expect(readEntry(kinds, entry({ kind: "lost", body: { to: 9 } }))).toEqual({
      is: "lost",
      to: 9,
    });
    expect(read({ kind: "lost", body: { to: 7 } })).toBe("lost");
    expect(read({ kind: "lost", body: { to: 6 } })).toBe("malformed");
    expect(read({ kind: "lost", body: {} })).toBe("malformed");
  });

  test("TILL-156: of lost entries names none beyond the numbers that a till has", () => {
    const most = 2_147_483_647;
    expect(read({ kind: "lost", body: { to: most } })).toBe("lost");
    expect(read({ kind: "lost", body: { to: most + 1 } })).toBe("malformed");
    expect(read({ kind: "lost", body: { to: Number.MAX_SAFE_INTEGER } })).toBe("malformed");
  });

  test("may name a customer, also if the rest of its body cannot be read", () => {
    const customer = { id: customerId(1), name: 7 };
    expect(customerIn(entry({ body: { customer, lines: "none" } }))).toBe(customerId(1));
    for (const body of [undefined, null, 5, {}, { customer: "x" }, { customer: { id: "x" } }]) {
      expect(customerIn(entry({ body }))).toBeUndefined();
    }
  });
});
