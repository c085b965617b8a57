import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const one: Row = {
  portal: "tenant",
  wrongRole: "cashier",
  path: (ids) => ({ id: ids.customer }),
  body: () => ({}),
  foreign: { id: "customer" },
  isStrict: true,
};

/** Routes of one customer. */
export const rows: Rows = {
  "command POST /api/v1/customers/:id/restore": one,
  "command POST /api/v1/customers/:id/erase": one,
};
