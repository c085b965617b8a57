import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseStored, SCHEMA_VERSION } from "#kernel/contract/events/catalogue.ts";
import { leafOf } from "#kernel/verify/hashes.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const fixtures = eventFixtures();
const LEAVES = join(import.meta.dirname, "../../../../fixtures/events/leaves.json");

/** Every version of every type, from the first one on. */
const written = Object.entries(SCHEMA_VERSION)
  .flatMap(([type, latest]) =>
    Array.from({ length: latest }, (_, index) => `${type}.v${index + 1}`),
  )
  .toSorted();

test("every version of every event has a fixture, and no fixture stands for none", () =>
  expect([...fixtures.keys()]).toEqual(written));

describe.for([...fixtures])("%s", ([name, stored]) => {
  test("is called after what it holds", () =>
    expect(`${stored.type}.v${stored.schemaV}`).toBe(name));

  test("is read to the last field and written again as it was", () => {
    const event = parseStored(stored);
    expect(event.type).toBe(stored.type);
    expect(event.meta).toStrictEqual(JSON.parse(stored.meta));
    expect(event.effects).toStrictEqual(JSON.parse(stored.effects ?? "{}"));
    // An older version is read as today's, so only today's can be written again.
    const isLatest = Object.entries(SCHEMA_VERSION).some(
      ([type, latest]) => type === stored.type && latest === stored.schemaV,
    );
    expect(isLatest ? JSON.stringify(event.data) : stored.data).toBe(stored.data);
  });

  test("was not changed after it was first committed", () => {
    const leaves: unknown = JSON.parse(readFileSync(LEAVES, "utf8"));
    expect(leaves).toHaveProperty([name], leafOf(stored).toString("hex"));
  });
});

test("a sale that stands in the log adds up: lines, tax and tenders", () => {
  const stored = fixtures.get("SaleRecorded.v1");
  const event = stored && parseStored(stored);
  if (event?.type !== "SaleRecorded") throw new Error("the fixture is no sale");
  const { lines, tenders, tax, totalMinor, taxMinor } = event.data;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(lines.map((line) => line.totalMinor))).toBe(totalMinor);
  expect(sum(tenders.map((tender) => tender.amountMinor))).toBe(totalMinor);
  expect(sum(lines.map((line) => line.taxMinor))).toBe(taxMinor);
  expect(sum(tax.parts?.map((part) => part.amountMinor) ?? [])).toBe(taxMinor);
});
