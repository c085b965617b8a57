import { expect, test } from "vitest";

import { readCommand, reportOf } from "#projector/rebuild/command.ts";
import { id, tenantOf } from "#tests/kit/builders/shop-log.ts";

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

const differences = [{ projection: "sales", tenantId: tenantOf(1), rows: 3 }];

test("tells what a rebuild found", () => {
  expect(reportOf(2, { differences, refused: [] })).toBe(
    `${tenantOf(1)}  sales: 3 rows were not as the log gives them
2 read models were rebuilt from the log, differences: 1`,
  );
});

test("fails if a read model was kept, and names the event", () => {
  const refused = [
    {
      projection: "products",
      tenantId: tenantOf(2),
      seq: 7,
      eventType: "SaleRecorded",
      error: "a fault",
    },
  ];
  expect(() => reportOf(2, { differences: [], refused })).toThrow(
    `${tenantOf(2)}  products was kept as it was: event 7 (SaleRecorded) cannot be applied: a fault
1 read models were rebuilt from the log, differences: 0`,
  );
});
