import { expect, test } from "vitest";

import { columnBytes } from "#projector/apply-row-changes.ts";
import type { ColumnType, Json } from "#projector/projections/table.ts";

const ID = "019a0000-0000-7000-8000-000000000001";

const column = (type: ColumnType, values: readonly Json[]): Buffer =>
  columnBytes(type, values, (value) => value);

test.each<readonly [ColumnType, Json]>([
  ["uuid", "x,y"],
  ["uuid", `${ID}0`],
  ["uuid", ID.replaceAll("-", "")],
  ["uuid", `${ID.slice(0, -1)}g`],
  ["uuid", `${ID.slice(0, -1)}₵`],
  ["uuid", ID.replace("-", "0")],
  ["uuid?", 7],
  ["text", 7],
  ["opened", ["a"]],
  ["int", 1.5],
  ["int", 2 ** 31],
  ["int?", "1"],
  ["bigint", 2 ** 53],
  ["bigint", "x"],
  ["bigint", ""],
  ["bigint", true],
  ["boolean", "true"],
  ["date", "2026-02-30"],
  ["date", "2026-2-3"],
  ["date?", 20_260_203],
])("a column of type %s rejects %j", (type, value) => {
  expect(() => column(type, [value])).toThrow(Error);
});

test("a rejected column leaves nothing in the next one", () => {
  const alone = column("text", ["a"]);
  expect(() => column("uuid", [ID, "no uuid"])).toThrow('"no uuid" is not a uuid');
  expect(column("text", ["a"])).toEqual(alone);
});

test("a written column does not change when the next one is written", () => {
  const first = column("text", ["first"]);
  const asItWas = Buffer.from(first);
  column("text", ["other"]);
  expect(first).toEqual(asItWas);
});
