export const ROLES = [
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
] as const;
export type Role = (typeof ROLES)[number];

/**
 * Whose token a request carries: a role of the own tenant, the other tenant's owner, the platform,
 * or none.
 */
export type Identity =
  | Role
  | "second cashier"
  | "foreign owner"
  | "super_admin"
  | "expired"
  | "anonymous";
