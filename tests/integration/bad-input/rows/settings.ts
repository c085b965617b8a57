import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";

const notifications: Row = {
  portal: "tenant",
  wrongRole: "cashier",
  body: () => ({ low_stock_threshold: 1 + Math.floor(Math.random() * 100) }),
  fields: {
    email_notifications: "optionalToggle",
    low_stock_alerts: "optionalToggle",
    sales_reports: "optionalToggle",
    payment_notifications: "optionalToggle",
    system_alerts: "optionalToggle",
    customer_notifications: "optionalToggle",
    low_stock_threshold: "threshold",
    report_frequency: "absentChoice",
  },
};

/** Settings, providers, mail and notifications. */
export const rows: Rows = {
  "command PUT /api/v1/settings/business": {
    portal: "tenant",
    wrongRole: "manager",
    body: () => ({ tax_rate: Math.floor(Math.random() * 10_000) / 100 }),
    fields: {
      business_name: "changedText",
      phone: "optionalText",
      email: "optionalEmail",
      address: "optionalText",
      receipt_footer: "optionalText",
      currency: "optionalChoice",
      timezone: "optionalChoice",
      oversell_policy: "optionalChoice",
      tax_rate: "optionalRate",
      offline_days: "offlineDays",
      offline_approval_limit: "optionalPrice",
      stock_rule_chosen: "optionalToggle",
      first_steps_hidden: "optionalToggle",
    },
    isStrict: true,
  },
  "command PUT /api/v1/settings/providers/smtp": {
    portal: "tenant",
    wrongRole: "manager",
    body: () => ({ host: "127.0.0.1", port: 1, secure: false }),
    answers: 409,
    fields: {
      host: "text",
      port: "portNumber",
      secure: "toggle",
      user: "secret",
      password: "secret",
    },
    isStrict: true,
  },
  "command PUT /api/v1/settings/providers/paystack": {
    portal: "tenant",
    wrongRole: "manager",
    body: () => ({ secret_key: "sk_test_1", public_key: "pk_test_1" }),
    answers: 409,
    fields: { secret_key: "newSecret", public_key: "newSecret" },
    isStrict: true,
  },
  "command POST /api/v1/settings/providers/:kind/test": {
    portal: "tenant",
    wrongRole: "manager",
    path: () => ({ kind: "smtp" }),
    body: () => ({}),
    answers: 404,
    isStrict: true,
  },
  "command DELETE /api/v1/settings/providers/:kind": {
    portal: "tenant",
    wrongRole: "manager",
    path: () => ({ kind: "smtp" }),
  },
  "command PUT /api/v1/settings/notifications": { ...notifications, isStrict: true },
  "command POST /api/notifications/update-settings": notifications,
  "command POST /api/v1/contact": {
    portal: "open",
    body: () => ({
      first_name: "Ama",
      last_name: "Mensah",
      email: "ama@mail.example",
      company: "Ama & Sons",
      subject: "support",
      message: "How do I print a receipt?",
    }),
    fields: {
      first_name: "text",
      last_name: "text",
      email: "email",
      company: "optionalText",
      subject: "choice",
      message: "message",
    },
    isStrict: true,
  },
  "command POST /api/v1/notifications/read": {
    portal: "tenant",
    body: () => ({ ids: [randomUUID()] }),
    fields: { ids: "texts" },
    isStrict: true,
  },
  "command DELETE /api/v1/notifications/:id": {
    portal: "tenant",
    path: () => ({ id: randomUUID() }),
    answers: 404,
  },
  "command DELETE /api/v1/notifications": { portal: "tenant" },
  "command GET /api/notifications/test-email": {
    portal: "tenant",
    wrongRole: "cashier",
    query: () => ({ email: "test@shops.example" }),
    parameters: { email: "queryEmail" },
  },
  "command POST /api/notifications/test-email": {
    portal: "tenant",
    wrongRole: "cashier",
    body: () => ({ email: "test@shops.example" }),
    fields: { email: "mailAddress" },
    isStrict: true,
  },
  "command POST /api/notifications/send-low-stock-alerts": {
    portal: "tenant",
    wrongRole: "cashier",
  },
  "query GET /api/v1/live": { portal: "tenant" },
  "query GET /api/v1/notifications": { portal: "tenant" },
  "query GET /api/notifications/logs": {
    portal: "tenant",
    wrongRole: "cashier",
    parameters: { limit: "count" },
  },
  "query GET /api/v1/settings": { portal: "tenant" },
  "query GET /api/notifications": { portal: "tenant", wrongRole: "cashier" },
};
