import type { Page } from "playwright-core";

import type { Screen } from "#tests/kit/browser/screens/screen.ts";

export type Act = NonNullable<Screen["act"]>;

export const dialog = (page: Page) => page.getByRole("dialog");

/** Presses the first button of that name and waits for what it opens. */
export const openFirst =
  (name: RegExp): Act =>
  async (page) => {
    await page.getByRole("button", { name }).first().click();
    await page.locator("[role=dialog], [role=alertdialog]").waitFor();
  };

/** Presses a key and waits for what it opens. */
export const openByKey =
  (key: string): Act =>
  async (page) => {
    await page.keyboard.press(key);
    await dialog(page).waitFor();
  };

/** Searches for a text that nothing matches, until the list says so. */
export const findNothing =
  (saying: string): Act =>
  async (page) => {
    await page.getByRole("searchbox").fill("zzzz");
    await page.getByText(saying).waitFor();
  };

/** Submits the form of the open dialog as it is. */
export const submit: Act = async (page) => dialog(page).locator("button[type=submit]").click();

/** Sets the page offline, until it is loaded again for the next screen. */
export const goOffline: Act = async (page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    window.dispatchEvent(new Event("offline"));
  });
  await page.getByText("Offline").or(page.getByText("You're offline.")).first().waitFor();
};

/** Where the menu is always visible this does nothing. */
export const openMenu: Act = async (page) => {
  const opener = page.getByRole("button", { name: /menu/i });
  if (!(await opener.isVisible())) return;
  await opener.click();
  await dialog(page).waitFor();
};

/** Scans a code that no product of the shop has. */
export const scanUnknown: Act = async (page) => {
  await page.getByRole("searchbox").fill("6009999999999");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
};
