import { anybody, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Health, documentation and signed heads. */
export const operations: Cells = {
  "command GET /health/live": anybody(),
  "command GET /health/ready": anybody(),
  "query GET /health/live": anybody(),
  "query GET /health/ready": anybody(),
  "query GET /docs": anybody(),
  "query GET /docs/json": anybody(),
  "query GET /checkpoints/:tenantId": anybody(),
  "query GET /checkpoints/:tenantId/keys": anybody(),
  "query GET /checkpoints/:tenantId/latest": anybody(),
  "query GET /checkpoints/:tenantId/:treeSize": anybody(),
};
