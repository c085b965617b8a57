import { expect, test } from "vitest";

import type { EventType } from "#kernel/contract/event-types.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { isOnlyAppended } from "#projector/projections/table.ts";
import { eventFixtures } from "#tests/kit/builders/event-fixtures.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { CASHIER } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

/** Events without a row in any read model: they only move checkpoints. */
const IGNORED: readonly (readonly [EventType, object])[] = [
  ["StaffRoleChanged", { userId: CASHIER, from: "owner", to: "manager" }],
  ["PasswordChanged", { userId: CASHIER }],
  ["LockedOut", { userId: CASHIER, until: 1 }],
  ["SessionsEnded", { userId: CASHIER, reason: "suspended" }],
  ["ProjectionEventSkipped", { projection: "sales", seq: 3, reason: "a fault" }],
];

test.each(IGNORED)("%s changes no row", (type, data) => {
  const event = recorded(type, data);
  expect(PROJECTIONS.flatMap(({ changes }) => changes(event, openPlainly))).toEqual([]);
});

test("every projection feeds its own table, named after it", () => {
  expect(PROJECTIONS.map(({ table }) => table.name)).toEqual(
    PROJECTIONS.map(({ name }) => `rm_${name}`),
  );
});

test("a journal that a rebuild fills without its key only gets new rows", () => {
  const journals = PROJECTIONS.filter(({ table }) => isOnlyAppended(table));
  expect(journals.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["stock_movements", "takings"]),
  );
  const events = [...eventFixtures().values()].map(parseStored);
  for (const { changes } of journals) {
    const made = events.flatMap((event) => changes(event, openPlainly));
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(["append"]));
  }
});
