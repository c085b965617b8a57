import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const spans = { period: "period", from: "day", to: "day" } as const;
const past = { ...spans, as_of: "asOf" } as const;

const pages = { page: "count", limit: "count" } as const;
const report: Row = { portal: "tenant", wrongRole: "cashier", parameters: past };
const file: Row = { portal: "tenant", wrongRole: "manager", parameters: spans };

/** Dashboard, reports and the super admin's routes. */
export const rows: Rows = {
  "query GET /api/dashboard.php": { portal: "tenant", wrongRole: "stock_keeper", parameters: past },
  "query GET /api/v1/today": {
    portal: "tenant",
    wrongRole: "cashier",
    parameters: { as_of: "asOf" },
  },
  "query GET /api/v1/first-steps": { portal: "tenant", wrongRole: "manager" },
  "query GET /api/sales/reports.php": { portal: "tenant", wrongRole: "cashier", parameters: past },
  "query GET /api/v1/reports/product": report,
  "query GET /api/v1/exports/reports/product.csv": file,
  "query GET /api/v1/reports/category": report,
  "query GET /api/v1/exports/reports/category.csv": file,
  "query GET /api/v1/exports/reports/summary.pdf": file,
  "query GET /api/v1/reports/day": report,
  "query GET /api/v1/exports/reports/day.csv": file,
  "query GET /api/v1/reports/hour": report,
  "query GET /api/v1/exports/reports/hour.csv": file,
  "query GET /api/v1/reports/staff": report,
  "query GET /api/v1/exports/reports/staff.csv": file,
  "query GET /api/v1/reports/tax": report,
  "query GET /api/v1/exports/reports/tax.csv": file,
  "query GET /api/v1/reports/payment-method": report,
  "query GET /api/v1/exports/reports/payment-method.csv": file,
  "query GET /api/super-admin.php": { portal: "platform", parameters: { period: "period" } },
  "query GET /api/super-admin.php/tenants": {
    portal: "platform",
    parameters: pages,
  },
  "query GET /api/super-admin.php/activity": { portal: "platform", parameters: pages },
  "query GET /api/v1/platform/exports/tenants.csv": { portal: "platform" },
  "query GET /api/v1/platform/health": { portal: "platform" },
  "query GET /api/v1/platform/database": { portal: "platform" },
  "query GET /api/v1/platform/settings": { portal: "platform" },
  "query GET /api/v1/platform/analytics": { portal: "platform" },
  "query GET /api/v1/platform/revenue": { portal: "platform" },
  "query GET /api/v1/platform/parked": { portal: "platform" },
  "query GET /api/v1/platform/inbox": { portal: "platform", parameters: pages },
  "query GET /api/v1/platform/mails": { portal: "platform", parameters: pages },
  "query GET /api/v1/platform/access-log": { portal: "platform", parameters: pages },
  "command PUT /api/v1/platform/settings": {
    portal: "platform",
    body: () => ({ trial_days: 1 + Math.floor(Math.random() * 90) }),
    fields: {
      premium_price: "optionalPrice",
      enterprise_price: "optionalPrice",
      trial_days: "threshold",
      maintenance_banner: "optionalText",
    },
    isStrict: true,
  },
  "command POST /api/v1/platform/mails/:id/resend": {
    portal: "platform",
    path: () => ({ id: randomUUID() }),
    body: () => ({ tenant_id: randomUUID() }),
    fields: { tenant_id: "id" },
    isStrict: true,
    answers: 404,
  },
  "query GET /api/v1/access-log": { portal: "tenant", wrongRole: "manager", parameters: pages },
  "query GET /api/v1/public-settings": { portal: "open" },
};
