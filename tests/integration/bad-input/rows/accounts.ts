import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { FIRST_ADMIN, OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";

const login = { email: "triedEmail", password: "triedPassword", totp: "optionalText" } as const;

/** What protects the own account is changed with the password. */
const again: Row = {
  door: "any",
  body: () => ({ password: OWNER_PASSWORD }),
  fields: { password: "ownPassword" },
  isStrict: true,
};

export const accounts: Rows = {
  "command POST /auth/register.php": {
    door: "open",
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
    door: "open",
    body: ({ ownerEmail }) => ({ email: ownerEmail, password: OWNER_PASSWORD }),
    fields: login,
  },
  "command POST /auth/super-admin-login.php": {
    door: "open",
    body: () => FIRST_ADMIN,
    fields: login,
  },
  "command POST /api/v1/logout": { door: "any", body: () => ({}), isStrict: true, isLast: true },
  "command POST /api/v1/auth/forgot-password": {
    door: "open",
    body: ({ ownerEmail }) => ({ email: ownerEmail }),
    fields: { email: "email" },
    isStrict: true,
  },
  "command POST /api/v1/auth/reset-password": {
    door: "open",
    body: () => ({ token: "made-up", password: OWNER_PASSWORD }),
    fields: { token: "text", password: "newPassword" },
    isStrict: true,
    answers: 409,
  },
  "command PUT /api/v1/account/password": {
    door: "any",
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
    door: "any",
    body: () => ({ code: "000 000" }),
    fields: { code: "text" },
    isStrict: true,
    answers: 409,
  },
  "command DELETE /api/v1/account/totp": { ...again, answers: 409 },
  "command POST /api/v1/account/recovery-codes": { ...again, answers: 409 },
  "query GET /api/v1/account": { door: "any" },
  "query GET /api/v1/sessions": { door: "any" },
};
