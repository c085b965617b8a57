import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const one: Row = {
  door: "tenant",
  wrongRole: "cashier",
  path: (ids) => ({ id: ids.customer }),
  body: () => ({}),
  foreign: { id: "customer" },
  isStrict: true,
};

/** What is done to one customer by name. */
export const customers: Rows = {
  "command POST /api/v1/customers/:id/restore": one,
  "command POST /api/v1/customers/:id/erase": one,
};
