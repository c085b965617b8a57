import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";
import type { IconName } from "#web/ui/icons.ts";

import { links } from "./links.ts";

export type NavEntry = { label: string; href: string; icon: IconName; right: Right };

/** Selling stands apart from the screens: it is what the day is made of. */
export const sellEntry: NavEntry = {
  label: "Sell",
  href: links.newSale(),
  icon: "basket",
  right: "record-sale",
};

const navEntries: readonly NavEntry[] = [
  { label: "Dashboard", href: links.dashboard(), icon: "dashboard", right: "see-dashboard" },
  { label: "Products", href: links.products(), icon: "package", right: "see-lists" },
  { label: "Sales", href: links.sales(), icon: "receipt", right: "see-lists" },
  { label: "Inventory", href: links.inventory(), icon: "boxes", right: "see-lists" },
  { label: "Customers", href: links.customers(), icon: "users", right: "see-lists" },
];

export const entriesFor = (role: string): readonly NavEntry[] =>
  navEntries.filter((entry) => can(role, entry.right));
