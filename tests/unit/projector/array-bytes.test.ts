import { expect, test } from "vitest";

import { arrayBytes } from "#projector/array-bytes.ts";
import type { ColumnType, Json } from "#projector/projections/table.ts";

const ID = "019a0000-0000-7000-8000-000000000001";

test.each<readonly [ColumnType, Json]>([
  ["uuid", "x,y"],
  ["uuid", `${ID}0`],
  ["uuid", ID.replaceAll("-", "")],
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
])("a column of type %s refuses %j", (type, value) => {
  expect(() => arrayBytes(type, [value])).toThrow(Error);
});

test("a column that was refused leaves nothing in the next one", () => {
  const alone = arrayBytes("text", ["a"]);
  expect(() => arrayBytes("uuid", [ID, "nobody"])).toThrow('"nobody" is no uuid');
  expect(arrayBytes("text", ["a"])).toEqual(alone);
});

test("what was written stays as it is when the next column is", () => {
  const first = arrayBytes("text", ["first"]);
  const asItWas = Buffer.from(first);
  arrayBytes("text", ["other"]);
  expect(first).toEqual(asItWas);
});
