import { expect, test } from "vitest";

import { arrayBytes } from "#kernel/node/postgres/array-bytes.ts";

const array = (type: string, values: readonly unknown[]): Buffer =>
  arrayBytes(type, values, (value) => value);

/** Dimensions, null flag, type, length, first index: four bytes each. */
const HEADER = 20;

test("bytes are written as they are, each with its length in front", () => {
  const written = array("bytea", [Buffer.from([1, 2]), null, Buffer.alloc(0)]);
  expect([...written.subarray(HEADER)]).toEqual([0, 0, 0, 2, 1, 2, 255, 255, 255, 255, 0, 0, 0, 0]);
});

test("a smallint takes two bytes", () => {
  const written = array("smallint", [1, -1]);
  expect([...written.subarray(HEADER)]).toEqual([0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 255, 255]);
});

test.each<readonly [string, unknown]>([
  ["bytea", "\\x01"],
  ["bytea", [1]],
  ["smallint", 2 ** 15],
  ["smallint", 0.5],
  ["smallint", "1"],
  ["money", 1],
])("an array of %s rejects %j", (type, value) => {
  expect(() => array(type, [value])).toThrow(Error);
});
