import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { openFirst, scanUnknown } from "./acts.ts";

const cashier = { who: "cashier" } as const;
const newcomer = { who: "newcomer" } as const;

/** The same screens for people with fewer rights, and for a new shop. */
export const OTHER_SCREENS: readonly Screen[] = [
  {
    ...cashier,
    name: "cashier-dashboard",
    path: "/app/dashboard",
    heading: "You don't have access to this page",
    lacks: ["Dashboard", "Refresh"],
  },
  {
    ...cashier,
    name: "cashier-products",
    path: "/app/products",
    heading: "Products",
    lacks: ["Add Product", "Edit Peak Milk 400g", "Delete Peak Milk 400g"],
  },
  {
    ...cashier,
    name: "cashier-inventory",
    path: "/app/inventory",
    heading: "Inventory",
    lacks: ["Adjust Peak Milk 400g"],
  },
  { ...cashier, name: "cashier-sales", path: "/app/sales", heading: "Sales", lacks: ["Delete"] },
  {
    ...cashier,
    name: "cashier-customers",
    path: "/app/customers",
    heading: "Customers",
    lacks: ["Delete"],
  },
  {
    ...cashier,
    name: "cashier-no-right",
    path: "/app/reports",
    heading: "You don't have access to this page",
    // Requested before the person's role is known.
    answered: 403,
    lacks: ["Export"],
  },
  {
    ...newcomer,
    name: "dashboard-empty",
    path: "/app/dashboard",
    heading: "Dashboard",
    says: ["First steps", "Add your products"],
    lacks: ["Total Sales"],
  },
  { ...newcomer, name: "products-empty", path: "/app/products", heading: "Products" },
  {
    ...newcomer,
    name: "starter-list",
    path: "/app/products?starter=1",
    heading: "Add products from a list",
    says: ["Milo 400g"],
  },
  { ...newcomer, name: "inventory-empty", path: "/app/inventory", heading: "Inventory" },
  { ...newcomer, name: "sales-empty", path: "/app/sales", heading: "Sales" },
  {
    ...newcomer,
    name: "customers-empty",
    path: "/app/customers",
    heading: "Customers",
    says: ["No customers found", "Get started by adding your first customer"],
  },
  {
    ...newcomer,
    name: "attention-empty",
    path: "/app/attention",
    heading: "Needs attention",
    says: ["Nothing needs attention"],
    reads: "/api/v1/issues",
  },
  {
    ...cashier,
    name: "offline-rules",
    path: "/app/offline-rules",
    heading: "Selling without a network",
    says: ["Two tills sell the last one"],
    lacks: ["Needs attention"],
  },
  {
    ...newcomer,
    name: "reports-empty",
    path: "/app/reports",
    heading: "Reports & Analytics",
    says: ["No Data Available"],
  },
  {
    ...newcomer,
    name: "notifications-empty",
    path: "/app/notifications",
    heading: "Notifications",
    says: ["No notifications yet"],
  },
  {
    ...newcomer,
    name: "notification-settings-empty",
    path: "/app/notifications/settings",
    heading: "Notification Settings",
    says: ["No notifications yet"],
  },
  {
    ...newcomer,
    name: "notification-panel-empty",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: openFirst(/^Notifications/),
    says: ["No notifications yet"],
  },
  {
    ...cashier,
    name: "cashier-settings",
    path: "/app/settings",
    heading: "Settings",
  },
  {
    ...cashier,
    name: "cashier-sell",
    path: "/app/sell",
    heading: "Sell",
    plainMoney: true,
  },
  {
    ...cashier,
    name: "cashier-sell-unknown-code",
    path: "/app/sell",
    heading: "Sell",
    plainMoney: true,
    act: scanUnknown,
    says: ["No product with this code", "Not added to the cart."],
  },
  { ...newcomer, name: "sell-empty", path: "/app/sell", heading: "Sell" },
];
