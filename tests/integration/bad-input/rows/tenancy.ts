import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";

const aTenant = { phone: "optionalText", address: "optionalText", plan: "absentChoice" } as const;

/** Names a member of the staff in the path. */
const ofStaff: Row = {
  portal: "tenant",
  wrongRole: "manager",
  path: ({ staff }) => ({ id: staff }),
  foreign: { id: "staff" },
};
const ofTenant: Row = { portal: "platform", path: ({ tenant }) => ({ id: tenant }) };
const ofOwner: Row = { portal: "tenant", wrongRole: "manager" };

/** Staff, invitations, the account itself and support sessions. */
export const rows: Rows = {
  "command POST /api/v1/auth/accept-invitation": {
    portal: "open",
    body: () => ({
      token: "made-up",
      first_name: "Kojo",
      last_name: "Boateng",
      password: OWNER_PASSWORD,
    }),
    fields: { token: "text", first_name: "text", last_name: "text", password: "newPassword" },
    isStrict: true,
    answers: 409,
  },
  "command POST /api/v1/auth/choose-pin": {
    portal: "open",
    body: () => ({ token: "made-up", pin: "482915" }),
    fields: { token: "text", pin: "pin" },
    isStrict: true,
    answers: 409,
  },
  "query GET /api/v1/staff": ofOwner,
  "command POST /api/v1/staff": {
    ...ofOwner,
    body: () => ({ email: `${randomUUID()}@bad.example`, role: "cashier" }),
    fields: {
      email: "email",
      last_name: "optionalText",
      phone: "optionalText",
      role: "choice",
      ends_on: "day",
    },
    isStrict: true,
  },
  "command PUT /api/v1/staff/:id": {
    ...ofStaff,
    body: () => ({ role: "manager" }),
    fields: { role: "choice" },
    isStrict: true,
  },
  "command DELETE /api/v1/staff/:id": { ...ofStaff, body: () => ({}), isStrict: true },
  "command POST /api/v1/staff/:id/invitation": { ...ofStaff, body: () => ({}), isStrict: true },
  // The person has an email.
  "command POST /api/v1/staff/:id/pin-link": {
    ...ofStaff,
    body: () => ({}),
    isStrict: true,
    answers: 404,
  },
  "command PUT /api/v1/settings/profile": {
    portal: "any",
    body: () => ({ first_name: `Ama ${randomUUID()}` }),
    fields: {
      first_name: "changedText",
      last_name: "changedText",
      email: "changedEmail",
      phone: "optionalText",
    },
    isStrict: true,
  },
  "command PUT /api/v1/settings/two-factor-policy": {
    ...ofOwner,
    body: () => ({ required: false, password: OWNER_PASSWORD }),
    fields: { required: "flag", password: "ownPassword" },
    isStrict: true,
  },
  "query GET /api/v1/account-deletion": ofOwner,
  "query GET /api/v1/subscription": ofOwner,
  "command POST /api/v1/account-deletion": {
    ...ofOwner,
    body: () => ({ password: OWNER_PASSWORD }),
    fields: { password: "ownPassword" },
    isStrict: true,
  },
  "command DELETE /api/v1/account-deletion": { ...ofOwner, body: () => ({}), isStrict: true },
  "command POST /api/super-admin.php/tenant": {
    portal: "platform",
    body: () => ({ name: "Akosua Fabrics", email: `${randomUUID()}@bad.example` }),
    fields: { name: "text", email: "email", ...aTenant, status: "absentChoice" },
  },
  "command PUT /api/super-admin.php/:id": {
    ...ofTenant,
    body: () => ({ address: randomUUID() }),
    fields: {
      name: "optionalText",
      email: "optionalEmail",
      ...aTenant,
      status: "absentChoice",
      reason: "optionalText",
    },
  },
  // The tenant already has an owner.
  "command POST /api/v1/platform/tenants/:id/invitation": {
    ...ofTenant,
    body: () => ({}),
    isStrict: true,
    answers: 409,
  },
  "command POST /api/v1/platform/support-sessions": {
    portal: "platform",
    body: ({ tenant }) => ({ tenant_id: tenant, reason: "The owner asked for help" }),
    fields: { tenant_id: "id", reason: "text" },
    isStrict: true,
  },
  "command DELETE /api/v1/platform/support-sessions": {
    portal: "platform",
    body: () => ({}),
    isStrict: true,
  },
};
