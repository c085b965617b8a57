import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const open: Row = { door: "open" };

export const operations: Rows = {
  "command GET /health/live": open,
  "command GET /health/ready": open,
  "query GET /health/live": open,
  "query GET /health/ready": open,
  "query GET /docs": open,
  "query GET /docs/json": open,
};
