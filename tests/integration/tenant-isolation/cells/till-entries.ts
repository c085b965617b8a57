import { type Cells, TILLS_ONLY } from "#tests/integration/tenant-isolation/cell.ts";

/** What tills send. */
export const cells: Cells = {
  "command POST /api/v1/till/entries": TILLS_ONLY,
  "command POST /api/v1/till/check": TILLS_ONLY,
  "command POST /api/v1/till/receipt-copies": TILLS_ONLY,
  "command POST /api/v1/till/unlock": TILLS_ONLY,
};
