import * as z from "zod/mini";

/** Roles within a tenant. */
export const Role = z.enum([
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
]);
export type Role = z.infer<typeof Role>;

/** The only role of a person without an email: other roles work where a password is needed. */
export const ROLE_WITHOUT_EMAIL = "cashier" satisfies Role;

/**
 * Besides the staff's roles, a session may be a super admin's support session or that of a
 * suspended tenant's owner, who may only export.
 */
type SessionRole = Role | "support" | "suspended_owner";

const ALL_ROLES = Role.options;

const RIGHTS = {
  "record-sale": ["owner", "manager", "cashier"],
  "void-sale": ["owner", "manager"],
  "override-price": ["owner", "manager"],
  "give-gift": ["owner", "manager"],
  oversell: ["owner", "manager"],
  "write-products": ["owner", "manager"],
  "edit-products": ["owner", "manager", "stock_keeper"],
  "edit-prices": ["owner", "manager"],
  "move-stock": ["owner", "manager", "stock_keeper"],
  "write-customers": ["owner", "manager", "cashier"],
  "archive-customers": ["owner", "manager"],
  "erase-customers": ["owner", "manager"],
  "see-dashboard": ["owner", "manager", "accountant", "auditor", "cashier", "support"],
  "see-reports": ["owner", "manager", "accountant", "auditor", "support"],
  "see-lists": [...ALL_ROLES, "support"],
  export: ["owner", "accountant", "auditor", "suspended_owner"],
  "see-settings": ALL_ROLES,
  "see-contacts": ["owner", "manager", "cashier", "accountant"],
  /** Auditors and support write nothing. */
  "copy-receipts": ["owner", "manager", "cashier", "stock_keeper", "accountant"],
  "change-business-settings": ["owner"],
  "notification-settings": ["owner", "manager"],
  "manage-staff": ["owner"],
  "manage-tills": ["owner", "manager"],
  approve: ["owner", "manager"],
  "resolve-issues": ["owner", "manager"],
  "manage-billing": ["owner"],
  "delete-account": ["owner"],
  "change-two-factor-policy": ["owner"],
  "see-access-log": ["owner"],
  "see-audit": ["owner", "accountant", "auditor"],
} as const satisfies Record<string, readonly SessionRole[]>;

export type Right = keyof typeof RIGHTS;

export const can = (role: string, right: Right): boolean =>
  RIGHTS[right].some((holder) => holder === role);
