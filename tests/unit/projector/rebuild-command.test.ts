import { expect, test } from "vitest";

import { readCommand } from "#projector/rebuild/command.ts";
import { id } from "#tests/kit/builders/shop-log.ts";

test.each([
  [[]],
  [["sales", "products"]],
  [["--drop"]],
  [["--drop", "daily_totals"]],
  [["--unpark", id(1), "sales"]],
])("understands %j", (args) => {
  expect(readCommand(args)).toBeTypeOf("function");
});

test.each([
  [["receipts"]],
  [["--force"]],
  [["--unpark"]],
  [["--unpark", "Ama's Shop", "sales"]],
  [["--unpark", id(1)]],
  [["--unpark", id(1), "sales", "products"]],
])("answers %j with its usage", (args) => {
  expect(() => readCommand(args)).toThrow("usage: npm run rebuild");
});
