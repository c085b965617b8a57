import { anyone, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Health, documentation and signed heads. */
export const cells: Cells = {
  "command GET /health/live": anyone(),
  "command GET /health/ready": anyone(),
  "query GET /health/live": anyone(),
  "query GET /health/ready": anyone(),
  "query GET /docs": anyone(),
  "query GET /docs/json": anyone(),
  "query GET /r/:token": anyone(),
  "query GET /checkpoints/:tenantId": anyone(),
  "query GET /checkpoints/:tenantId/keys": anyone(),
  "query GET /checkpoints/:tenantId/latest": anyone(),
  "query GET /checkpoints/:tenantId/:treeSize": anyone(),
};
