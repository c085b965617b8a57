import { by, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Devices that sell. */
export const cells: Cells = {
  "query GET /api/v1/tills": by("manage tills"),
  "query GET /api/v1/till/changes": by("record a sale"),
  "query GET /api/v1/issues": by("resolve issues"),
  "command POST /api/v1/issues/:id": by("resolve issues"),
  "command POST /api/v1/tills": by("record a sale"),
  "command PUT /api/v1/tills/:till": by("manage tills"),
  "command DELETE /api/v1/tills/:till": by("manage tills"),
  "command PUT /api/v1/account/pin": by("record a sale"),
  "command POST /api/v1/approvals": by("record a sale"),
  "command POST /api/v1/approvals/:id": by("approve"),
  "command POST /api/v1/approvals/:id/answer": by("oneself"),
  "query GET /api/v1/approvals/:id": by("oneself"),
};
