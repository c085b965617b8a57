import { expect, test } from "vitest";

import { fold } from "#projector/fold.ts";
import type { Projection } from "#projector/projections/projection.ts";
import {
  ledgerTable,
  type RowChange,
  sumsTable,
  type Table,
  thingsTable,
} from "#projector/projections/table.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const things = thingsTable("things", { id: "uuid" }, { name: "text", size: "int", note: "text?" });
const sums = sumsTable("sums", { day: "date" }, { n: "int", total: "bigint" });
const moves = ledgerTable("moves", { seq: "bigint" }, { delta: "int" });

/** A projection whose changes are the given ones, one list per event. */
const making = (
  changes: readonly (readonly RowChange[])[],
  table: Table = things.table,
): Projection => ({
  name: "made",
  table,
  types: new Set(["ProductArchived"]),
  changes: ({ seq }) => changes[seq - 1] ?? [],
});

const events = (tenantId = AMA, count = 5) =>
  Array.from({ length: count }, (_, i) =>
    recorded(
      "ProductArchived",
      { productId: "019a0000-0000-7000-8000-000000000001" },
      { tenantId, seq: i + 1 },
    ),
  );

const at = (...positions: (readonly [typeof AMA, number])[]) =>
  new Map(positions.map(([tenantId, seq]) => [tenantId, new Map([["made", seq]])]));

const foldAll = (projection: Projection, all = events(), checkpoints = at([AMA, 0])) =>
  fold(projection, all, checkpoints, () => () => null);

test("the last value of a row wins", () => {
  const changes = [
    [things.put({ id: "1" }, { name: "a", size: 1 })],
    [things.patch({ id: "1" }, { name: "b" })],
  ];
  expect(foldAll(making(changes))).toEqual([
    { tenantId: AMA, key: { id: "1" }, kind: "put", values: { name: "b", size: 1 } },
  ]);
});

test("a value that another change may share is not overwritten", () => {
  const row = { name: "a", size: 1 };
  const changes = [
    [things.put({ id: "1" }, row), things.put({ id: "2" }, row)],
    [things.patch({ id: "1" }, { name: "b" })],
  ];
  expect(foldAll(making(changes)).map(({ values }) => values)).toEqual([
    { name: "b", size: 1 },
    { name: "a", size: 1 },
  ]);
});

test("a change to an existing row stays a patch", () => {
  const changes = [
    [things.patch({ id: "1" }, { name: "a" })],
    [things.patch({ id: "1" }, { size: 2 })],
  ];
  expect(foldAll(making(changes))).toEqual([
    { tenantId: AMA, key: { id: "1" }, kind: "patch", values: { name: "a", size: 2 } },
  ]);
});

test("a whole row replaces earlier changes of the batch", () => {
  const changes = [
    [things.put({ id: "1" }, { name: "a", size: 1, note: "old" })],
    [things.put({ id: "1" }, { name: "b", size: 2 })],
  ];
  expect(foldAll(making(changes))[0]?.values).toEqual({ name: "b", size: 2 });
});

test("figures of a row add up, also below zero", () => {
  const changes = [
    [sums.add({ day: "2026-03-01" }, { n: 1, total: 500 })],
    [
      sums.add({ day: "2026-03-01" }, { n: -1, total: -700 }),
      sums.add({ day: "2026-03-02" }, { n: 1, total: 1 }),
    ],
  ];
  expect(
    foldAll(making(changes, sums.table)).map(({ key, values }) => [key["day"], values]),
  ).toEqual([
    ["2026-03-01", { n: 0, total: -200 }],
    ["2026-03-02", { n: 1, total: 1 }],
  ]);
});

test("equal keys of two tenants are two rows", () => {
  const changes = [[things.put({ id: "1" }, { name: "a", size: 1 })]];
  const both = [...events(AMA, 1), ...events(KOFI, 1)];
  const rows = foldAll(making(changes), both, at([AMA, 0], [KOFI, 0]));
  expect(rows.map(({ tenantId }) => tenantId)).toEqual([AMA, KOFI]);
});

test("an event at or below the checkpoint has no effect", () => {
  const changes = [1, 2, 3].map((size) => [things.put({ id: String(size) }, { name: "a", size })]);
  const rows = foldAll(making(changes), events(), at([AMA, 2]));
  expect(rows.map(({ key }) => key["id"])).toEqual(["3"]);
});

test("a tenant without a locked checkpoint is left alone", () => {
  const changes = [[things.put({ id: "1" }, { name: "a", size: 1 })]];
  expect(foldAll(making(changes), events(KOFI, 1), at([AMA, 0]))).toEqual([]);
});

test("journal rows keep their order", () => {
  const changes = [
    [moves.append({ seq: "1" }, { delta: 1 })],
    [moves.append({ seq: "2" }, { delta: -1 })],
  ];
  const rows = foldAll(making(changes, moves.table));
  expect(rows.map(({ kind, key, values }) => [kind, key["seq"], values["delta"]])).toEqual([
    ["append", "1", 1],
    ["append", "2", -1],
  ]);
});

test("an event of another type is not passed to the projection", () => {
  const changes = () => {
    throw new Error("it was passed");
  };
  const projection = { ...making([]), types: new Set(["SaleRecorded"]), changes };
  expect(foldAll(projection)).toEqual([]);
});

test("folding does not modify the changes that a projection returned", () => {
  const first = sums.add({ day: "2026-03-01" }, { n: 1, total: 5 });
  foldAll(making([[first], [first], [first]], sums.table));
  expect(first.values).toEqual({ n: 1, total: 5 });
});

test("an erasure covers the whole tenant, once, after all other changes to its rows", () => {
  const one = things.put({ id: "a" }, { name: "One", size: 1 });
  const rows = foldAll(making([[things.erase()], [one], [things.erase()]]));
  expect(rows.map(({ kind, key, values }) => [kind, key, values])).toEqual([
    ["put", { id: "a" }, { name: "One", size: 1 }],
    ["erase", {}, {}],
  ]);
});

test("erasures by a value are one per value, and none of the whole tenant", () => {
  const [one, two] = [things.erase({ name: "One" }), things.erase({ name: "Two" })];
  const rows = foldAll(making([[one], [two], [one], [things.erase()]]));
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ["erase", { name: "One" }],
    ["erase", { name: "Two" }],
    ["erase", {}],
  ]);
});
