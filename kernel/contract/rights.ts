import * as z from "zod/mini";

/** Roles inside a tenant (decisions section 8). */
export const Role = z.enum([
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
]);
export type Role = z.infer<typeof Role>;

const EVERYBODY: readonly Role[] = [
  "owner",
  "manager",
  "cashier",
  "stock_keeper",
  "accountant",
  "auditor",
];

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
  "see-dashboard": ["owner", "manager", "accountant", "auditor", "cashier"],
  "see-reports": ["owner", "manager", "accountant", "auditor"],
  "see-lists": EVERYBODY,
  "see-contacts": ["owner", "manager", "cashier", "accountant"],
  "change-business-settings": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

export const can = (role: string, right: Right): boolean =>
  RIGHTS[right].some((holder) => holder === role);
