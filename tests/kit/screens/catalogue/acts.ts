import type { Page } from "playwright-core";

import type { Screen } from "#tests/kit/screens/screen.ts";

export type Act = NonNullable<Screen["act"]>;

export const dialog = (page: Page) => page.getByRole("dialog");

/** Presses the first button of that name and waits for what it opens. */
export const openFirst =
  (name: RegExp): Act =>
  async (page) => {
    await page.getByRole("button", { name }).first().click();
    await page.locator("[role=dialog], [role=alertdialog]").waitFor();
  };

/** Sends the open dialog's form as it is. */
export const submit: Act = async (page) => dialog(page).locator("button[type=submit]").click();
