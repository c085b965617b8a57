import type { Page } from "playwright-core";

const START_MS = 30_000;
const TRIES = 10;

// What someone does at the screen to sell one tin, in a shop that sells nothing else.

const product = (page: Page) => page.getByRole("button", { name: /^Milo 400g/ }).first();
const charge = (page: Page) => page.getByRole("button", { name: /^Charge/ }).first();

export async function openSell(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await tiles(page);
}

const tiles = (page: Page): Promise<void> => product(page).waitFor({ timeout: START_MS });

/** Whether there is a cart on the screen. */
export const hasCart = (page: Page): Promise<boolean> => charge(page).isEnabled();

/** Puts one item into the cart, unless there is one, and presses Charge. */
export async function openCharge(page: Page): Promise<void> {
  await tiles(page);
  if (!(await hasCart(page))) await product(page).click();
  await charge(page).click();
}

export const pressExact = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Exact/ }).click();

/** The number of the receipt, once the screen says that the sale is paid. */
export async function receiptOn(page: Page): Promise<string> {
  const paid = page.getByRole("region", { name: "Paid" });
  return paid
    .getByText(/^1-\d+-\d+$/)
    .first()
    .innerText({ timeout: START_MS });
}

/** Sells one item and returns the number of its receipt. */
export async function sellOne(page: Page): Promise<string> {
  await openCharge(page);
  await pressExact(page);
  return receiptOn(page);
}

/** The app can start without a network. */
export const appIsKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Sells until the receipt has the number of a till, and not of the server's register. */
export async function becomeTill(page: Page, url: string): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await openSell(page, url);
    const receipt = await sellOne(page);
    if (!receipt.startsWith("1-1-")) return receipt;
  }
  throw new Error("the browser did not become a till");
}
