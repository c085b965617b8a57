import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const open: Row = { portal: "open" };
const places = { before: "count", limit: "count" } as const;
/** The tenant has no signed head yet. */
const checkpoints: Row = {
  portal: "open",
  path: ({ tenant }) => ({ tenantId: tenant }),
  answers: 404,
};

export const rows: Rows = {
  "command GET /health/live": open,
  "command GET /health/ready": open,
  "query GET /health/live": open,
  "query GET /health/ready": open,
  "query GET /docs": open,
  "query GET /docs/json": open,
  "query GET /r/:token": {
    portal: "open",
    path: () => ({ token: "AAAAAAAAAAAAAAAAAAAAAA" }),
    answers: 404,
  },
  "query GET /checkpoints/:tenantId": { ...checkpoints, parameters: places },
  "query GET /checkpoints/:tenantId/keys": checkpoints,
  "query GET /checkpoints/:tenantId/latest": checkpoints,
  "query GET /checkpoints/:tenantId/:treeSize": {
    portal: "open",
    path: ({ tenant }) => ({ tenantId: tenant, treeSize: "1" }),
    answers: 404,
  },
};
