import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { EVENT_TYPES, isEventType, schemaVersion } from "#kernel/contract/event-types.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { leafOf } from "#kernel/verify/hashes.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";

const fixtures = eventFixtures();
const FOLDER = join(import.meta.dirname, "../../../../fixtures/events");

/** Every version of every listed type, from version 1 on. */
const expected = EVENT_TYPES.flatMap(({ type }) =>
  Array.from({ length: schemaVersion(type) }, (_, index) => `${type}.v${index + 1}`),
);

/** "SaleRecorded.v1.untaxed": a field that came later has a file of its own. */
const versionOf = (name: string): string => name.split(".").slice(0, 2).join(".");

test("tests/fixtures/events has a file for each version of each event type, and for no other", () => {
  expect([...fixtures.keys()].filter((name) => name === versionOf(name))).toEqual(
    expected.toSorted(),
  );
  expect(expected).toEqual(expect.arrayContaining([...fixtures.keys()].map(versionOf)));
});

describe.for([...fixtures])("%s", ([name, stored]) => {
  test("is named after its type and version", () =>
    expect(`${stored.type}.v${stored.schemaV}`).toBe(versionOf(name)));

  test("is parsed without loss and serialized as it was stored", () => {
    const event = parseStored(stored);
    expect(event.type).toBe(stored.type);
    expect(event.meta).toStrictEqual(JSON.parse(stored.meta));
    expect(event.effects).toStrictEqual(JSON.parse(stored.effects ?? "{}"));
    // An older version is parsed as today's, so only today's version can be compared.
    const isLatest = isEventType(stored.type) && schemaVersion(stored.type) === stored.schemaV;
    expect(isLatest ? JSON.stringify(event.data) : stored.data).toBe(stored.data);
  });

  // Written by the first run of a new fixture. Never update it: a changed leaf is a changed fixture.
  test("has not changed since it was committed", () =>
    expect(leafOf(stored).toString("hex")).toMatchFileSnapshot(join(FOLDER, `${name}.leaf`)));
});

test.for(["SaleRecorded.v1", "SaleRecorded.v1.untaxed"])(
  "a recorded sale adds up: lines, tax and tenders of %s",
  (name) => {
    const stored = fixtures.get(name);
    const event = stored && parseStored(stored);
    if (event?.type !== "SaleRecorded") throw new Error("the fixture is not a sale");
    const { lines, tenders, tax, totalMinor, taxMinor } = event.data;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(lines.map((line) => line.totalMinor))).toBe(totalMinor);
    expect(sum(tenders.map((tender) => tender.amountMinor))).toBe(totalMinor);
    expect(sum(lines.map((line) => line.taxMinor))).toBe(taxMinor);
    expect(sum(tax.parts?.map((part) => part.amountMinor) ?? [])).toBe(taxMinor);
  },
);
