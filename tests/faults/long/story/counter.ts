import type { Page } from "playwright-core";

import { button, enterPin, heading, press, unlock } from "#tests/kit/browser/shared-till.ts";

import type { Seller } from "./stage.ts";

// What Esi does at the counter, on a phone.

const PATIENCE = { timeout: 60_000 };
export const MILO = /^Milo 400g/;
export const SUGAR = /^Sugar 1kg/;

const isLocked = (page: Page): Promise<boolean> => heading(page, "Who is selling?").isVisible();

/** Waits for Sell, and unlocks it if the till has been locked meanwhile. */
export async function openAs(page: Page, { name, pin }: Seller): Promise<void> {
  const lockOrTill = heading(page, "Who is selling?").or(button(page, MILO));
  await lockOrTill.first().waitFor(PATIENCE);
  if (await isLocked(page)) await unlock(page, name, pin);
  await button(page, MILO).waitFor(PATIENCE);
}

/** The number of the receipt that the screen shows. */
const receiptOn = (page: Page): Promise<string> =>
  page
    .getByRole("region", { name: "Paid" })
    .getByText(/^1-\d+-\d+$/)
    .first()
    .innerText(PATIENCE);

/** A cart may still be there from before the browser died. */
async function fill(page: Page, product: RegExp): Promise<void> {
  if (!(await button(page, /^Charge/).isEnabled())) await press(page, product);
  await press(page, /^Charge/);
}

export async function sellForCash(page: Page, product: RegExp): Promise<string> {
  await fill(page, product);
  await press(page, /^Exact/);
  return receiptOn(page);
}

export async function sellForMobileMoney(page: Page, product: RegExp): Promise<string> {
  await fill(page, product);
  await page.getByText("MoMo", { exact: true }).click();
  await page.getByLabel(/^Reference/).fill("MM-7");
  await press(page, /^Record MoMo/);
  return receiptOn(page);
}

/** The cashier types another price, and the manager enters a PIN at the till. */
export async function approvePrice(page: Page, price: string, by: Seller): Promise<void> {
  await press(page, SUGAR);
  await press(page, /\d items?\b/);
  await press(page, /^Change Sugar/);
  await page.getByLabel("Unit price").fill(price);
  await press(page, "Done");
  const sheet = page.getByRole("dialog", { name: "Needs approval" });
  await sheet.getByRole("button", { name: new RegExp(by.name) }).click(PATIENCE);
  await enterPin(page, by.pin, "Approve");
  await sheet.waitFor({ state: "detached", ...PATIENCE });
  await page.keyboard.press("Escape");
}

/** The receipts that the till lists as today's. */
export async function todaysReceipts(page: Page): Promise<string[]> {
  await press(page, /\d to send|^Online|^Offline/);
  await press(page, /^Today's sales/);
  const sheet = page.getByRole("dialog", { name: "Today's sales" });
  await sheet.waitFor(PATIENCE);
  const found = (await sheet.innerText()).match(/1-\d+-\d+/g) ?? [];
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  return found;
}
