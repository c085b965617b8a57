import {
  anyone,
  by,
  type Cell,
  type Cells,
  IDENTITIES,
  type Outcome,
} from "#tests/integration/tenant-isolation/cell.ts";

/** Everyone with an account. Support has no account here and may not even read. */
const own = (outcome: Outcome): Cell => {
  const { anonymous, suspended, expired } = by("oneself");
  return { ...everyone(outcome), anonymous, suspended, expired, support: 403 };
};

const everyone = (outcome: Outcome): Cell => {
  const cell = anyone();
  for (const identity of IDENTITIES) Object.assign(cell, { [identity]: outcome });
  return cell;
};

/** Sign-in, sign-out and the user's own account. */
export const cells: Cells = {
  "command POST /auth/register.php": anyone(),
  "command POST /auth/login.php": anyone(),
  "command POST /auth/super-admin-login.php": anyone(),
  "command POST /api/v1/auth/forgot-password": anyone(),
  // No identity has the link.
  "command POST /api/v1/auth/reset-password": everyone(409),
  "command POST /api/v1/logout": by("oneself", { super_admin: "ok", support: "ok" }),
  "query GET /api/v1/account": own("ok"),
  "query GET /api/v1/sessions": own("ok"),
  "command PUT /api/v1/account/password": own("ok"),
  "command DELETE /api/v1/sessions": own("ok"),
  // The named session belongs to another user.
  "command DELETE /api/v1/sessions/:sid": own(404),
  "command POST /api/v1/account/totp": own("ok"),
  // No identity has an authenticator.
  "command POST /api/v1/account/totp/confirm": own(409),
  "command DELETE /api/v1/account/totp": own(409),
  "command POST /api/v1/account/recovery-codes": own(409),
};
