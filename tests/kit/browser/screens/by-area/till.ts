import type { Page } from "playwright-core";

import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { type Act, dialog, findNothing, goOffline, openByKey, scanUnknown } from "./acts.ts";

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
/** On a wide screen the cart is open already. */
const openCart: Act = async (page) => {
  const bar = page.getByRole("button", { name: /\d items?\b/ }).first();
  if (!(await bar.isVisible())) return;
  await bar.click();
  await dialog(page).waitFor();
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
    act: findNothing("No products found"),
  },
  {
    ...till,
    name: "sell-cart",
    act: async (page) => {
      await fill(page);
      await openCart(page);
    },
    says: ["Gari 1kg", "Milo 400g"],
  },
  { ...till, name: "sell-charge", act: charge, says: ["To pay", "Exact"] },
  {
    ...till,
    name: "sell-keys",
    act: openByKey("?"),
  },
  {
    ...till,
    name: "sell-charge-momo",
    act: async (page) => {
      await charge(page);
      await page.getByText("MoMo", { exact: true }).click();
    },
    says: ["Reference", "Record MoMo"],
  },
  {
    ...till,
    name: "sell-charge-parts",
    act: async (page) => {
      await charge(page);
      for (const key of ["2", "0"]) {
        await page.getByRole("button", { name: key, exact: true }).click();
      }
      await press(page, /^Take cash/);
      await press(page, "Add part payment");
      await page.getByText("Still to pay", { exact: true }).waitFor();
    },
    says: ["Still to pay", "Cash"],
  },
  {
    ...till,
    name: "sell-less-than-due",
    act: async (page) => {
      await charge(page);
      await page.getByRole("button", { name: "2", exact: true }).click();
      await press(page, /^Take cash/);
      await page.getByRole("button", { name: "Add part payment" }).waitFor();
    },
    says: ["Received", "Less than the amount due. The rest can be paid another way."],
  },
  {
    ...till,
    name: "sell-new-product",
    act: async (page) => {
      await findNothing("No products found")(page);
      await press(page, /^Add "/);
      await page.getByRole("dialog", { name: "New product" }).waitFor();
    },
    says: ["Product name", "Save and add"],
  },
  {
    ...till,
    name: "sell-line",
    act: async (page) => {
      await fill(page);
      await openCart(page);
      await press(page, "Change Gari 1kg");
      await page.getByRole("dialog", { name: "Gari 1kg" }).waitFor();
    },
  },
  {
    ...till,
    name: "sell-tile",
    act: async (page) => {
      const tile = page.getByRole("button", { name: /^Gari 1kg/ }).first();
      await tile.click({ button: "right" });
      await dialog(page).waitFor();
    },
  },
  {
    ...till,
    name: "sell-customer",
    act: openByKey("F2"),
  },
  {
    ...till,
    name: "sell-unknown-code",
    act: scanUnknown,
    says: ["No product with this code", "Save and add"],
  },
  { ...till, name: "sell-offline", act: goOffline, says: ["Offline"] },
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
  {
    ...till,
    name: "sell-change",
    act: async (page) => {
      await charge(page);
      await press(page, /^GH₵200$/);
      await page.getByRole("region", { name: "Paid" }).waitFor();
    },
    says: ["Give change", "Next sale"],
  },
  {
    ...till,
    name: "sell-parked",
    act: async (page) => {
      await fill(page);
      await page.keyboard.press("F8");
      await press(page, /^Parked carts/);
      await dialog(page).waitFor();
    },
    says: ["Walk-in Customer, 2 items"],
  },
  {
    ...till,
    name: "sell-parked-name",
    act: async (page) => {
      await fill(page);
      await page.keyboard.press("F8");
      await press(page, "Give it a name");
      await page.getByRole("dialog", { name: "Name of the parked cart" }).waitFor();
    },
  },
  {
    ...till,
    name: "sell-discount",
    act: async (page) => {
      await fill(page);
      await page.keyboard.press("F4");
      await page.getByRole("dialog", { name: "Discount on the cart" }).waitFor();
    },
    says: ["Percent"],
  },
  {
    ...till,
    name: "sell-amount",
    act: async (page) => {
      await press(page, "Sell an amount");
      await page.getByRole("dialog", { name: "Sell an amount" }).waitFor();
    },
    says: ["Printed on the receipt. No stock changes."],
  },
  {
    ...till,
    name: "sell-note",
    act: async (page) => {
      await fill(page);
      await openCart(page);
      await press(page, "Add a note");
      await page.getByRole("dialog", { name: "Note" }).waitFor();
    },
    says: ["Printed on the receipt."],
  },
  {
    ...till,
    name: "sell-new-customer",
    act: async (page) => {
      await page.keyboard.press("F2");
      await dialog(page).getByRole("searchbox").fill("Zzz Asante");
      await press(page, /^Add "/);
      await page.getByRole("dialog", { name: "New customer" }).waitFor();
    },
    says: ["First name", "Save and choose"],
  },
];
