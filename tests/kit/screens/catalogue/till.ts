import type { Page } from "playwright-core";

import type { Screen } from "#tests/kit/screens/screen.ts";

import type { Act } from "./acts.ts";

const till = {
  who: "owner",
  path: "/app/sell",
  heading: "Sell",
  plainMoney: true,
} as const;

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name }).first().click();

const fill: Act = async (page) => {
  await press(page, /^Gari 1kg/);
  await press(page, /^Milo 400g/);
};
const charge: Act = async (page) => {
  await fill(page);
  await press(page, /^Charge/);
  await page.getByRole("region", { name: "Charge" }).waitFor();
};

/** The till, from the first tile to the receipt. */
export const TILL_SCREENS: readonly Screen[] = [
  { ...till, name: "sell", reads: "/api/products.php" },
  {
    ...till,
    name: "sell-nothing-found",
    act: async (page) => page.getByRole("searchbox").fill("zzzz"),
    says: ["No products found"],
  },
  {
    ...till,
    name: "sell-cart",
    act: async (page) => {
      await fill(page);
      const bar = page.getByRole("button", { name: /items/ }).first();
      if (await bar.isVisible()) await bar.click();
    },
    says: ["Gari 1kg", "Milo 400g"],
  },
  { ...till, name: "sell-charge", act: charge, says: ["To pay", "Exact"] },
  {
    ...till,
    name: "sell-keys",
    act: async (page) => page.keyboard.press("?"),
  },
  {
    ...till,
    name: "sell-paid",
    act: async (page) => {
      await charge(page);
      await press(page, /^Exact/);
      await page.getByRole("region", { name: "Paid" }).waitFor();
    },
    says: ["No change", "Next sale"],
  },
];
