import { by, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

export const cells: Cells = {
  "query GET /api/v1/audit/checkpoints": by("audit"),
  "query GET /api/v1/audit/events": by("audit"),
  "query GET /api/v1/audit/events/:seq": by("audit"),
  "query GET /api/v1/audit/stories/:kind/:id": by("audit"),
  "query GET /api/v1/audit/activity": by("audit"),
  "query GET /api/v1/audit/export": by("audit"),
  "query GET /api/v1/audit/verify": by("audit"),
};
