import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BrowserContextOptions, Page } from "playwright-core";

import { startDemo } from "#tests/kit/product/demo-product.ts";

import {
  isTestRun,
  openBrowser,
  type OpenedPage,
  openPage,
  PHONE,
  type StoredSession,
  type Viewport,
} from "./browser.ts";
import { shows } from "./killed-browser.ts";
import { type Api, createApi, type Signed, storedOf } from "./screens/api.ts";
import { acceptedCashier, STAFF_PASSWORD } from "./screens/cashier.ts";

export const OWNER_PIN = "482604";
export const CASHIER_PIN = "4826";
const PATIENCE = { timeout: 30_000 };
const DOUBLE_PRESS_MS = 750;

export type SharedShop = Readonly<{
  url: string;
  api: Api;
  owner: Signed;
  cashier: Signed;
  signInOwner: () => Promise<Signed>;
  signInAdmin: () => Promise<Signed>;
  /** A till on which the owner is signed in, in a session of its own, which the lock ends. */
  openTill: (size: Viewport, look?: BrowserContextOptions) => Promise<OpenedPage>;
  /** What a browser keeps in local storage of a session of the owner's own. */
  newSession: () => Promise<StoredSession>;
  /** Another device of the owner. */
  visit: (size: Viewport, look?: BrowserContextOptions) => Promise<OpenedPage>;
  /** A device of any account. */
  visitAs: (as: Signed, size: Viewport) => Promise<OpenedPage>;
  /** A device on which no one is signed in. */
  otherPhone: () => Promise<OpenedPage>;
  close: () => Promise<void>;
}>;

/** The demo shop of a standalone product, in which Akosua, its owner, and Yaw, a cashier, have a PIN. */
export async function openSharedShop(
  env: Readonly<Record<string, string>> = {},
): Promise<SharedShop> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-shared-"));
  const product = await startDemo(folder, env);
  const { url } = product;
  const browser = await openBrowser();
  const api = createApi(url);
  const printed = await product.signIns();
  const ofOwner = printed.find(({ email }) => email.startsWith("akosua@"));
  const signInOwner = () => api.signIn("/auth/login.php", ofOwner);
  const owner = await signInOwner();
  const ofAdmin = printed.find(({ email }) => email.startsWith("admin@"));
  const signInAdmin = () => api.signIn("/auth/super-admin-login.php", ofAdmin);
  const admin = await signInAdmin();
  const cashier = await acceptedCashier(api, { owner, admin });
  const setPin = (as: Signed, pin: string, password: string) =>
    api.ask("PUT", "/api/v1/account/pin", { as, body: { pin, password } });
  await setPin(owner, OWNER_PIN, ofOwner?.password ?? "");
  await setPin(cashier, CASHIER_PIN, STAFF_PASSWORD);

  const visitAs = (signed: Signed, size: Viewport, look: BrowserContextOptions = {}) => {
    const localStorage = Object.entries(storedOf(signed)).map(([name, value]) => ({ name, value }));
    const origins = [{ origin: url, localStorage }];
    const storageState = { cookies: [], origins };
    const serviceWorkers = isTestRun() ? "block" : "allow";
    return openPage(browser, size, { serviceWorkers, storageState, ...look });
  };
  return {
    url,
    api,
    owner,
    cashier,
    signInOwner,
    signInAdmin,
    newSession: async () => storedOf(await signInOwner()),
    visit: (size, look) => visitAs(owner, size, look),
    visitAs,
    otherPhone: () => openPage(browser, PHONE),
    openTill: async (size, look) => {
      const till = await visitAs(await signInOwner(), size, look);
      await till.page.goto(`${url}/app/sell`);
      return till;
    },
    close: async () => {
      await browser.close();
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first();
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  button(page, name).click(PATIENCE);
export const heading = (page: Page, name: string) => page.getByRole("heading", { name });
export const approving = (page: Page) => page.getByRole("dialog", { name: "Needs approval" });

export async function enterPin(page: Page, pin: string, end: "Unlock" | "Approve"): Promise<void> {
  for (const digit of pin) await page.getByRole("button", { name: digit, exact: true }).click();
  await page.getByRole("button", { name: end, exact: true }).click();
}

export async function lock(page: Page): Promise<void> {
  await press(page, /^Lock\. /);
  await heading(page, "Who is selling?").waitFor();
}

/** From the lock's list of people: one is chosen and enters a PIN. */
export async function unlock(page: Page, person: string, pin: string): Promise<void> {
  await press(page, new RegExp(person));
  await heading(page, person).waitFor();
  await enterPin(page, pin, "Unlock");
}

/** Waits until this person sells. */
export const sells = (page: Page, first: string): Promise<void> =>
  shows(page, button(page, new RegExp(`^Lock\\. ${first}`)), PATIENCE.timeout);

/** The cashier types another price for the milk in the cart, or for `name`, and has to have it approved. */
export async function typePrice(page: Page, price: string, name = "Peak Milk"): Promise<void> {
  // From tablet width on the cart is open.
  const bar = button(page, /\d items?\b/);
  if (await bar.isVisible()) await bar.click();
  await press(page, new RegExp(`^Change ${name}`));
  await page.getByLabel("Unit price").fill(price);
  await press(page, "Done");
  await approving(page).waitFor(PATIENCE);
}

export const chooseApprover = (page: Page, name: string): Promise<void> =>
  approving(page)
    .getByRole("button", { name: new RegExp(name) })
    .click();

const paidPart = (page: Page) => page.getByRole("region", { name: "Paid" });

/** Takes the cart's total in cash, from the grid, and leaves the receipt on the screen. */
export async function payCash(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await press(page, /^Charge/);
  await press(page, /^Exact/);
  await paidPart(page).waitFor(PATIENCE);
}

export async function nextSale(page: Page): Promise<void> {
  // A second press right after the first counts as one.
  await page.waitForTimeout(DOUBLE_PRESS_MS);
  await press(page, "Next sale");
  await paidPart(page).waitFor({ state: "detached" });
}

export async function openNotices(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/dashboard`);
  await press(page, /^Notifications/);
}
