import { anyone, by, type Cells } from "#tests/integration/tenant-isolation/cell.ts";

/** Settings, providers, mail and notifications. */
export const cells: Cells = {
  "command PUT /api/v1/settings/business": by("change business settings"),
  // Nothing answers at the given addresses, so an allowed identity gets an error about the
  // connection.
  "command PUT /api/v1/settings/providers/smtp": by("change business settings", {
    owner: 409,
    "foreign owner": 409,
  }),
  "command PUT /api/v1/settings/providers/paystack": by("change business settings", {
    owner: 409,
    "foreign owner": 409,
  }),
  "command POST /api/v1/settings/providers/:kind/test": by("change business settings", {
    owner: 404,
    "foreign owner": 404,
  }),
  "command DELETE /api/v1/settings/providers/:kind": by("change business settings"),
  "command PUT /api/v1/settings/notifications": by("notification settings"),
  "command POST /api/notifications/update-settings": by("notification settings"),
  "command POST /api/v1/contact": anyone(),
  "command POST /api/v1/notifications/read": by("oneself"),
  // The named notification belongs to none of them. Which notifications each has is tested
  // elsewhere.
  "command DELETE /api/v1/notifications/:id": by("oneself", {
    owner: 404,
    manager: 404,
    cashier: 404,
    stock_keeper: 404,
    accountant: 404,
    auditor: 404,
    "foreign owner": 404,
  }),
  "command DELETE /api/v1/notifications": by("oneself"),
  "command GET /api/notifications/test-email": by("notification settings", { support: 403 }),
  "command POST /api/notifications/test-email": by("notification settings"),
  "command POST /api/notifications/send-low-stock-alerts": by("notification settings"),
  "query GET /api/v1/live": by("oneself"),
  "query GET /api/v1/notifications": by("oneself"),
  "query GET /api/notifications/logs": by("notification settings"),
  "query GET /api/v1/settings": by("read business settings"),
  "query GET /api/notifications": by("notification settings"),
};
