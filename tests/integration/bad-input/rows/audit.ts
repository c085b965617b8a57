import type { Rows } from "#tests/integration/bad-input/row.ts";

const auditors = { portal: "tenant", wrongRole: "manager" } as const;
const places = { before: "count", limit: "count" } as const;

export const rows: Rows = {
  "query GET /api/v1/audit/checkpoints": { ...auditors, parameters: places },
  "query GET /api/v1/audit/events": {
    ...auditors,
    parameters: {
      ...places,
      type: "figure",
      min: "amountAsked",
      max: "amountAsked",
      from: "dayAsked",
      to: "dayAsked",
    },
  },
  "query GET /api/v1/audit/events/:seq": { ...auditors, path: () => ({ seq: "1" }) },
  "query GET /api/v1/audit/stories/:kind/:id": {
    ...auditors,
    path: (ids) => ({ kind: "product", id: ids.product }),
    parameters: { after: "count", limit: "count" },
    foreign: { id: "product" },
  },
  "query GET /api/v1/audit/activity": { ...auditors, parameters: { from: "day", to: "day" } },
  // The tenant has no signed head yet.
  "query GET /api/v1/audit/export": { ...auditors, answers: 409 },
  "query GET /api/v1/audit/verify": auditors,
};
