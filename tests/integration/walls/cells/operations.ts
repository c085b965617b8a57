import { anybody, type Cells } from "#tests/integration/walls/cell.ts";

/** Health and documentation. */
export const operations: Cells = {
  "command GET /health/live": anybody(),
  "command GET /health/ready": anybody(),
  "query GET /health/live": anybody(),
  "query GET /health/ready": anybody(),
  "query GET /docs": anybody(),
  "query GET /docs/json": anybody(),
};
