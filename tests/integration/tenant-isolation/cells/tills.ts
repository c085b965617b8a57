import { by, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Devices that sell. */
export const cells: Cells = {
  "query GET /api/v1/tills": by("manage tills"),
  "command POST /api/v1/tills": by("record a sale"),
  "command PUT /api/v1/tills/:till": by("manage tills"),
  "command DELETE /api/v1/tills/:till": by("manage tills"),
};
