import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { FIRST_ADMIN, OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";

const login = { email: "triedEmail", password: "triedPassword", totp: "optionalText" } as const;

/** Changing the protection of an account requires the password. */
const again: Row = {
  portal: "any",
  body: () => ({ password: OWNER_PASSWORD }),
  fields: { password: "ownPassword" },
  isStrict: true,
};

export const rows: Rows = {
  "command POST /auth/register.php": {
    portal: "open",
    body: () => ({
      business_name: "Shop",
      first_name: "Ama",
      last_name: "Mensah",
      email: `${randomUUID()}@bad.example`,
      password: "correct horse",
    }),
    fields: {
      business_name: "text",
      first_name: "text",
      last_name: "text",
      email: "email",
      password: "newPassword",
    },
  },
  "command POST /auth/login.php": {
    portal: "open",
    body: ({ ownerEmail }) => ({ email: ownerEmail, password: OWNER_PASSWORD }),
    fields: login,
  },
  "command POST /auth/super-admin-login.php": {
    portal: "open",
    body: () => FIRST_ADMIN,
    fields: login,
  },
  "command POST /api/v1/logout": { portal: "any", body: () => ({}), isStrict: true, isLast: true },
  "command POST /api/v1/auth/forgot-password": {
    portal: "open",
    body: ({ ownerEmail }) => ({ email: ownerEmail }),
    fields: { email: "email" },
    isStrict: true,
  },
  "command POST /api/v1/auth/reset-password": {
    portal: "open",
    body: () => ({ token: "made-up", password: OWNER_PASSWORD }),
    fields: { token: "text", password: "newPassword" },
    isStrict: true,
    answers: 409,
  },
  "command PUT /api/v1/account/password": {
    portal: "any",
    body: () => ({ current_password: OWNER_PASSWORD, new_password: OWNER_PASSWORD }),
    fields: { current_password: "ownPassword", new_password: "newPassword" },
    isStrict: true,
  },
  "command DELETE /api/v1/sessions/:sid": {
    ...again,
    path: ({ session }) => ({ sid: session }),
    foreign: { sid: "session" },
  },
  "command DELETE /api/v1/sessions": again,
  "command POST /api/v1/account/totp": again,
  "command POST /api/v1/account/totp/confirm": {
    portal: "any",
    body: () => ({ code: "000 000" }),
    fields: { code: "text" },
    isStrict: true,
    answers: 409,
  },
  "command DELETE /api/v1/account/totp": { ...again, answers: 409 },
  "command POST /api/v1/account/recovery-codes": { ...again, answers: 409 },
  "query GET /api/v1/account": { portal: "any" },
  "query GET /api/v1/sessions": { portal: "any" },
};
