import {
  anyone,
  by,
  type Cell,
  type Cells,
  platform,
} from "#tests/integration/tenant-isolation/cell.ts";

/** Anyone may call it, and no identity has the link. */
const withoutLink = (): Cell => {
  const cell = anyone();
  for (const identity of Object.keys(cell)) Object.assign(cell, { [identity]: 409 });
  return cell;
};

/** Staff, invitations, the tenant itself and support sessions. */
export const cells: Cells = {
  "command POST /api/v1/auth/accept-invitation": withoutLink(),
  "command POST /api/v1/auth/choose-pin": withoutLink(),
  "query GET /api/v1/staff": by("run the business"),
  "command POST /api/v1/staff": by("run the business"),
  "command PUT /api/v1/staff/:id": by("run the business"),
  "command DELETE /api/v1/staff/:id": by("run the business"),
  "command POST /api/v1/staff/:id/invitation": by("run the business"),
  "command POST /api/v1/staff/:id/pin-link": by("run the business", { owner: 404 }),
  "command PUT /api/v1/settings/profile": by("oneself", { super_admin: "ok" }),
  "command PUT /api/v1/settings/two-factor-policy": by("run the business"),
  "query GET /api/v1/account-deletion": by("run the business"),
  "query GET /api/v1/subscription": by("run the business"),
  "command POST /api/v1/account-deletion": by("run the business"),
  "command DELETE /api/v1/account-deletion": by("run the business"),
  "command POST /api/super-admin.php/tenant": platform(),
  "command PUT /api/super-admin.php/:id": platform(),
  "command POST /api/v1/platform/tenants/:id/invitation": platform(),
  "command POST /api/v1/platform/support-sessions": platform(),
  "command DELETE /api/v1/platform/support-sessions": platform(),
};
