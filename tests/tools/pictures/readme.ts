import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { DESKTOP, openBrowser, PHONE } from "#tests/kit/browser/browser.ts";
import { watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { settled } from "#tests/kit/browser/screens/screen.ts";
import { type SignIn, startStandalone } from "#tests/kit/product/standalone-process.ts";

// `npm run pictures`: the README's pictures, taken from the running product with its demo shop.

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "pictures");
const PHONE_SCALE = 2;

await mkdir(FOLDER, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), "tillbook-pictures-"));
const product = await startStandalone(dataDir);
const opened = await openBrowser();
try {
  const [owner] = await product.signIns();
  if (!owner) throw new Error("the product printed no sign-in");
  await takeAll(opened, product.url, owner);
} finally {
  await opened.close();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(browser: Browser, url: string, owner: SignIn): Promise<void> {
  const phone = await signedIn(browser, { url, owner, viewport: PHONE, scale: PHONE_SCALE });
  await take(phone, `${url}/app/dashboard`, "dashboard.phone");
  await take(phone, `${url}/app/reports`, "reports.phone");
  await sell(phone, url);
  await shoot(phone, "sell.phone");
  await phone
    .getByRole("button", { name: /^Charge/ })
    .first()
    .click();
  await phone.getByRole("button", { name: /^Exact/ }).waitFor();
  await shoot(phone, "sell-charge.phone");

  const desktop = await signedIn(browser, { url, owner, viewport: DESKTOP, scale: 1 });
  await take(desktop, `${url}/app/dashboard`, "dashboard.desktop");
  await take(desktop, `${url}/app/sales`, "sales.desktop");

  const dark = await signedIn(browser, { url, owner, viewport: DESKTOP, scale: 1, isDark: true });
  await take(dark, `${url}/app/products`, "products.desktop-dark");
  await sell(dark, url);
  await shoot(dark, "sell.desktop-dark");
}

type Visit = Readonly<{
  url: string;
  owner: SignIn;
  viewport: Readonly<{ width: number; height: number }>;
  scale: number;
  isDark?: boolean;
}>;

async function signedIn(browser: Browser, visit: Visit): Promise<Page> {
  const { url, owner, viewport, scale, isDark } = visit;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    colorScheme: isDark ? "dark" : "light",
  });
  const page = await context.newPage();
  watchRequests(page);
  await page.goto(`${url}/auth/login`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/app/dashboard");
  return page;
}

async function sell(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/sell`);
  for (const name of [/^Milo 400g/, /^Gari 1kg/, /^Milo 400g/, /^Frytol Oil 1L/]) {
    await page.getByRole("button", { name }).first().click();
  }
  // Back to the head of the list, from where the last one stands.
  await page.getByRole("searchbox").evaluate((field) => field.scrollIntoView({ block: "center" }));
}

async function take(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.locator("h1").waitFor();
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
