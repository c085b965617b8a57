import { expect, test } from "vitest";

import { customerName } from "#web/format/names.ts";

const unnamed = { first_name: null, last_name: null };

test("CUST-12: a sale of an erased customer says so, a sale without a customer is a walk-in's", () => {
  expect(customerName({ ...unnamed, customer_id: "c-1" })).toBe("Erased customer");
  expect(customerName({ ...unnamed, customer_id: null })).toBe("Walk-in Customer");
  expect(customerName(unnamed)).toBe("Walk-in Customer");
  const ama = { first_name: "Ama", last_name: "Mensah", customer_id: "c-1" };
  expect(customerName(ama)).toBe("Ama Mensah");
});
