import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { dialog } from "./acts.ts";

const owner = { who: "owner" } as const;

/**
 * The shop at an earlier moment, and the events of its figures. The demo shops' first sales come
 * after event 300.
 */
export const PAST_SCREENS: readonly Screen[] = [
  {
    ...owner,
    name: "past-choose",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: async (page) => {
      const opener = page.getByRole("button", { name: "Open menu" });
      if (await opener.isVisible()) await opener.click();
      await page.getByRole("button", { name: "View a past date" }).click();
      await dialog(page).getByLabel("Time").waitFor();
    },
    says: ["View a past date", "Day", "Show"],
  },
  {
    ...owner,
    name: "past-dashboard",
    path: "/app/dashboard?as_of=300",
    heading: "Dashboard",
    says: ["Viewing", "after event 300", "Read only.", "Back to now"],
    lacks: ["New Sale", "Add Product", "Add Customer", "Sell"],
  },
  {
    ...owner,
    name: "past-products",
    path: "/app/products?as_of=300",
    heading: "Products",
    says: ["Viewing", "Back to now"],
    lacks: ["Add Product", "Edit Peak Milk 400g", "Delete Peak Milk 400g"],
  },
  {
    ...owner,
    name: "past-of-now-alone",
    path: "/app/settings?as_of=300",
    heading: "Not available for past dates",
  },
  {
    ...owner,
    name: "events-of-sales",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: async (page) => {
      await page.getByRole("button", { name: "History of Total Sales" }).click();
      await dialog(page).getByRole("listitem").first().waitFor();
    },
    says: ["Total Sales", "The events behind this figure", "Sale recorded"],
  },
  {
    ...owner,
    name: "events-of-stock",
    path: "/app/inventory",
    heading: "Inventory",
    act: async (page) => {
      await page
        .getByRole("button", { name: /Peak Milk 400g/ })
        .first()
        .click();
      await page.getByRole("button", { name: "History" }).click();
      await dialog(page).getByText("Product added").waitFor();
    },
    says: ["Stock of Peak Milk 400g", "The events behind this figure"],
  },
];
