import type { Right } from "#kernel/contract/rights.ts";
import { links } from "#web/links.ts";
import { may } from "#web/state/past.ts";
import { SUPER_ADMIN } from "#web/state/session.ts";
import type { IconName } from "#web/ui/icon/icons.ts";

export type NavEntry = Readonly<{
  label: string;
  href: string;
  icon: IconName;
  /** Another address of the same screen. */
  also?: string;
}>;
type ShopEntry = NavEntry & Readonly<{ right: Right }>;

/** Selling stands apart from the screens: it is what the day is made of. */
const sellEntry: ShopEntry = {
  label: "Sell",
  href: links.sell(),
  icon: "basket",
  right: "record-sale",
};

const shopEntries: readonly ShopEntry[] = [
  { label: "Dashboard", href: links.dashboard(), icon: "dashboard", right: "see-dashboard" },
  { label: "Products", href: links.products(), icon: "package", right: "see-lists" },
  { label: "Sales", href: links.sales(), icon: "receipt", right: "see-lists" },
  { label: "Inventory", href: links.inventory(), icon: "boxes", right: "see-lists" },
  { label: "Customers", href: links.customers(), icon: "users", right: "see-lists" },
  { label: "Reports", href: links.reports(), icon: "chart", right: "see-reports" },
  { label: "Audit", href: links.audit(), icon: "audit", right: "see-audit" },
  {
    label: "Notifications",
    href: links.notifications(),
    icon: "bell",
    right: "notification-settings",
  },
  { label: "Settings", href: links.settings(), icon: "settings", right: "see-settings" },
];

const platformEntries: readonly NavEntry[] = [
  { label: "Super Admin Dashboard", href: links.superAdmin(), icon: "dashboard" },
  { label: "Tenant Management", href: links.tenants(), also: "/app/tenants", icon: "store" },
  { label: "System Analytics", href: links.analytics(), icon: "chart" },
  { label: "System Health", href: links.health(), icon: "activity" },
  { label: "Revenue Overview", href: links.revenue(), icon: "coins" },
  { label: "Database Management", href: links.database(), icon: "database" },
  { label: "Global Settings", href: links.globalSettings(), icon: "settings" },
];

export const entriesFor = (role: string): readonly NavEntry[] =>
  role === SUPER_ADMIN ? platformEntries : shopEntries.filter(({ right }) => may(role, right));

export const sellEntryFor = (role: string): NavEntry | undefined =>
  may(role, sellEntry.right) ? sellEntry : undefined;

export const isAt = (path: string, { href, also }: NavEntry): boolean =>
  path === href || path === also;
