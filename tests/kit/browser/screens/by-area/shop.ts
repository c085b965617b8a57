import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { dialog, findNothing, goOffline, openFirst, openMenu, submit } from "./acts.ts";

const owner = { who: "owner" } as const;

/** Sales and customers as the owner sees them, with every dialog. */
export const SHOP_SCREENS: readonly Screen[] = [
  {
    ...owner,
    name: "dashboard",
    path: "/app/dashboard",
    heading: "Dashboard",
    reads: "/api/dashboard.php",
    says: [
      "Today",
      "yesterday",
      "Mobile money",
      "Total Sales",
      "Recent sales",
      "Low stock",
      "New Sale",
      "Add Product",
      "Add Customer",
    ],
  },
  {
    ...owner,
    name: "menu",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: openMenu,
    says: ["Dashboard", "Products", "Sales", "Inventory", "Customers"],
    saysWide: ["Logout"],
  },
  {
    ...owner,
    name: "dashboard-offline",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: goOffline,
    says: ["You're offline.", "Changes can't be saved right now."],
  },
  {
    ...owner,
    name: "customers",
    path: "/app/customers",
    heading: "Customers",
    reads: "/api/customers.php",
    saysWide: ["Customer ID:", "No address provided"],
  },
  {
    ...owner,
    name: "customers-nothing-found",
    path: "/app/customers",
    heading: "Customers",
    act: findNothing("No customers found"),
    says: ["Try adjusting your search criteria"],
  },
  {
    ...owner,
    name: "customers-add",
    path: "/app/customers?add=1",
    heading: "Add Customer",
    says: ["First Name", "Last Name", "Email", "Phone", "Address", "Cancel"],
  },
  {
    ...owner,
    name: "customers-add-refused",
    path: "/app/customers?add=1",
    heading: "Add Customer",
    act: submit,
    says: ["First name is required", "Last name is required"],
  },
  {
    ...owner,
    name: "customers-edit",
    path: "/app/customers",
    heading: "Customers",
    act: openFirst(/^Edit /),
    says: ["Update Customer"],
  },
  {
    ...owner,
    name: "customers-one",
    path: "/app/customers",
    heading: "Customers",
    act: async (page) => {
      const row = page.getByRole("main").getByRole("row").nth(1);
      await row.getByRole("link").first().click();
      await page.getByRole("heading", { name: "Purchases" }).waitFor();
    },
    says: ["Spent", "Last visit", "Details", "All customers"],
  },
  {
    ...owner,
    name: "sales-voided",
    path: "/app/sales?state=all",
    heading: "Sales",
    says: ["All states", "Any payment"],
  },
  {
    ...owner,
    name: "customers-delete",
    path: "/app/customers",
    heading: "Customers",
    act: openFirst(/^Delete /),
    says: ["Are you sure you want to delete this customer?"],
  },
  {
    ...owner,
    name: "customers-import",
    path: "/app/customers?import=1",
    heading: /^Import/,
  },
  {
    ...owner,
    name: "customers-deleted",
    path: "/app/customers?deleted=1",
    heading: /^Deleted/,
  },
  {
    ...owner,
    name: "sales",
    path: "/app/sales",
    heading: "Sales",
    reads: "/api/sales.php",
  },
  {
    ...owner,
    name: "sales-nothing-found",
    path: "/app/sales",
    heading: "Sales",
    act: findNothing("No sales found"),
  },
  {
    ...owner,
    name: "sales-new",
    path: "/app/sales?new=1",
    heading: "Enter a past sale",
  },
  {
    ...owner,
    name: "sales-new-refused",
    path: "/app/sales?new=1",
    heading: "Enter a past sale",
    act: submit,
    says: ["Please add at least one item to the sale"],
  },
  {
    ...owner,
    name: "sales-new-filled",
    path: "/app/sales?new=1",
    heading: "Enter a past sale",
    act: async (page) => {
      for (const name of ["Peak Milk 400g", "Gino Tomato Paste 210g"]) {
        await dialog(page).getByLabel("Add a product").fill(name);
        await page.getByRole("option", { name: new RegExp(name) }).click();
      }
    },
    says: ["Peak Milk 400g", "Gino Tomato Paste 210g"],
  },
  {
    ...owner,
    name: "sales-delete",
    path: "/app/sales",
    heading: "Sales",
    act: openFirst(/^Void sale /),
    says: ["Are you sure you want to delete this sale?"],
  },
  {
    ...owner,
    name: "app-not-found",
    path: "/app/nowhere",
    heading: "Page not found",
  },
  {
    ...owner,
    name: "sales-detail",
    path: "/app/sales",
    heading: "Sales",
    act: async (page) => {
      await page.getByRole("main").getByRole("row").nth(1).getByRole("button").first().click();
      await dialog(page).waitFor();
    },
    plainMoney: true,
  },
  {
    ...owner,
    name: "sales-void",
    path: "/app/sales",
    heading: "Sales",
    act: async (page) => {
      await page.getByRole("main").getByRole("row").nth(1).getByRole("button").first().click();
      await dialog(page).getByRole("button", { name: "Void sale" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
    plainMoney: true,
  },
];
