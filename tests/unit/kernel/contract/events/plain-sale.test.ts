import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { isPlainEffects, isPlainSale } from "#kernel/contract/events/plain-sale.ts";
import { EventEffects } from "#kernel/contract/events/recorded.ts";
import { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { productId, saleId } from "#tests/kit/builders/fixed-ids.ts";
import { miloLine, twoMilo } from "#tests/kit/builders/sale-events.ts";
import { stored, tenant } from "#tests/kit/builders/stored-event.ts";

const amount = fc.integer({ min: -1_000_000, max: 1_000_000_000 });
const line = fc
  .record({ quantity: amount, name: fc.string(), totalMinor: amount })
  .map((over) => miloLine(1, over));
const day = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2032-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, "2026-11-21".length));
const taxPart = fc.record(
  { name: fc.string(), rateBp: amount, amountMinor: amount },
  { noNullPrototype: true },
);
const tax = fc.record(
  {
    mode: fc.constantFrom("inclusive" as const, "exclusive" as const),
    rateBp: amount,
    parts: fc.array(taxPart, { maxLength: 3 }),
  },
  { requiredKeys: ["mode", "rateBp"], noNullPrototype: true },
);
const sale = fc
  .record(
    {
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      businessDate: day,
      totalMinor: amount,
      tax,
      receiptNumber: amount,
    },
    {
      requiredKeys: ["lines", "businessDate", "totalMinor", "tax"],
      noNullPrototype: true,
    },
  )
  .map((over): unknown => ({ ...twoMilo, ...over }));

const effects = fc
  .record({
    stock: fc.array(fc.tuple(fc.uuid(), amount, amount), { maxLength: 3 }),
    counters: fc.array(fc.tuple(fc.constantFrom("sale", "till:2"), amount), { maxLength: 2 }),
  })
  .map((made): unknown => made);

const STRANGE: readonly unknown[] = [
  undefined,
  null,
  "",
  "GHS",
  "2026-02-30",
  "2026-11-21T00:00:00Z",
  productId(1),
  productId(1).toUpperCase(),
  "00000000-0000-0000-0000-000000000000",
  `${productId(1)}\n`,
  0,
  1.5,
  1e300,
  true,
  [],
  [null],
  {},
  [["sale", 1, 2]],
  [miloLine(1, { oversold: true })],
  [{ ...miloLine(1), taxMinor: "7" }],
];
const NAMES = [
  "notes",
  "possibleDuplicateOf",
  "receiptNumber",
  "parts",
  "perUnit",
  "oversold",
  "counted",
  "reference",
  "zzz",
];

/** One place of a value is changed, removed or added, or its keys change their order. */
type Change = Readonly<{
  at: readonly number[];
  how: "set" | "remove" | "add" | "turn";
  to: unknown;
  name: string;
}>;

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 }),
  how: fc.constantFrom("set", "remove", "add", "turn"),
  to: fc.constantFrom(...STRANGE),
  name: fc.constantFrom(...NAMES),
});

function changed(value: unknown, { at: [first = 0, ...rest], how, to, name }: Change): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const place = first % Math.max(1, entries.length);
  const [key = name, inner] = entries[place] ?? [];
  const isHere = rest.length === 0 || typeof inner !== "object" || inner === null;
  if (!isHere) entries[place] = [key, changed(inner, { at: rest, how, to, name })];
  else if (how === "set") entries[place] = [key, to];
  else if (how === "remove") entries.splice(place, 1);
  else if (how === "add") entries.push([name, to]);
  else entries.reverse();
  return Array.isArray(value)
    ? entries.map(([, item]): unknown => item)
    : Object.fromEntries(entries);
}

const changes = fc.array(change, { maxLength: 2 });
const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const afterAll = (value: unknown, all: readonly Change[]): unknown =>
  overJson(all.reduce(changed, value));

const RUNS = { numRuns: 2_000 };

/** What a parser made: the JSON text of each field, because the order of the keys counts there. */
function outcomeOf(parse: () => object): Readonly<Record<string, string>> | "refused" {
  try {
    const fields = Object.entries(parse());
    return Object.fromEntries(fields.map(([name, value]) => [name, JSON.stringify(value)]));
  } catch {
    return "refused";
  }
}

/** Reads the data of a sale in both ways; returns what came of it. */
function compare(data: unknown): "by hand" | "by the schema" | "refused" {
  const event = stored(tenant(1), 1, { data: JSON.stringify(data) });
  const parsed = outcomeOf(() => parseStored(event).data);
  expect(parsed, event.data).toStrictEqual(
    outcomeOf(() => SaleRecorded.parse({ type: "SaleRecorded", data }).data),
  );
  if (parsed === "refused") return parsed;
  return isPlainSale(data) ? "by hand" : "by the schema";
}

/** Every place within a value. */
const placesIn = (value: unknown): number[][] =>
  typeof value !== "object" || value === null
    ? []
    : Object.values(value).flatMap((inner: unknown, at) => [
        [at],
        ...placesIn(inner).map((rest) => [at, ...rest]),
      ]);

describe("a plain sale parsed by hand", () => {
  test("is the value that the schema gives, and what the schema refuses is refused", () => {
    const found = { "by hand": 0, "by the schema": 0, refused: 0 };
    fc.assert(
      fc.property(sale, changes, (made, all) => {
        found[compare(afterAll(made, all))] += 1;
      }),
      RUNS,
    );
    expect(found["by hand"]).toBeGreaterThan(RUNS.numRuns / 4);
    expect(found.refused).toBeGreaterThan(RUNS.numRuns / 10);
  });

  test("differs in no place from the schema", () => {
    const parts = [{ name: "VAT", rateBp: 1500, amountMinor: 1500 }];
    const inParts = { ...twoMilo, tax: { mode: "exclusive", rateBp: 1500, parts } };
    for (const data of [inParts, { ...inParts, receiptNumber: 57 }]) {
      expect(compare(data)).toBe("by hand");
      for (const at of placesIn(data)) {
        for (const to of STRANGE) {
          compare(overJson(changed(data, { at, how: "set", to, name: "" })));
        }
      }
    }
  });

  test("has the effects that the schema gives, and what the schema refuses is refused", () => {
    let plain = 0;
    fc.assert(
      fc.property(effects, changes, (made, all) => {
        const given = afterAll(made, all);
        const event = stored(tenant(1), 1, {
          data: JSON.stringify(twoMilo),
          effects: JSON.stringify(given),
        });
        if (isPlainEffects(given)) plain += 1;
        expect(outcomeOf(() => parseStored(event).effects)).toStrictEqual(
          outcomeOf(() => EventEffects.parse(given)),
        );
      }),
      RUNS,
    );
    expect(plain).toBeGreaterThan(RUNS.numRuns / 4);
  });

  test("leaves rarer sales to the schema", () => {
    expect(isPlainSale({ ...twoMilo })).toBe(true);
    expect(isPlainSale({ ...twoMilo, possibleDuplicateOf: saleId(2) })).toBe(false);
    expect(isPlainSale({ ...twoMilo, lines: [miloLine(1, { oversold: true })] })).toBe(false);
    expect(isPlainSale({ ...twoMilo, lines: [miloLine(1, { counted: true })] })).toBe(false);
  });

  test("may be a till's, with its receipt number and nothing else", () => {
    const ofTill = { ...twoMilo, register: 2, receiptNumber: 57 };
    const { register: _, ...without } = ofTill;
    expect(isPlainSale(ofTill)).toBe(true);
    expect(isPlainSale({ ...ofTill, possibleDuplicateOf: saleId(2) })).toBe(false);
    expect(isPlainSale({ ...ofTill, receiptNumber: 5.7 })).toBe(false);
    expect(isPlainSale({ ...ofTill, receiptNumber: "57" })).toBe(false);
    // As many fields as a plain sale, but not these.
    expect(isPlainSale(without)).toBe(false);
  });
});
