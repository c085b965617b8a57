import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { DESKTOP, openBrowser, PHONE } from "#tests/kit/browser.ts";
import { type SignIn, startStandalone } from "#tests/kit/standalone-process.ts";

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
  await phone.goto(`${url}/app/dashboard`);
  await take(phone, "dashboard.phone");
  await phone.goto(`${url}/app/sales?new=1`);
  await addLines(phone);
  await take(phone, "sales-new.phone");

  const desktop = await signedIn(browser, { url, owner, viewport: DESKTOP, scale: 1 });
  await desktop.goto(`${url}/app/dashboard`);
  await take(desktop, "dashboard.desktop");

  const dark = await signedIn(browser, { url, owner, viewport: DESKTOP, scale: 1, isDark: true });
  await dark.goto(`${url}/app/products`);
  await take(dark, "products.desktop-dark");
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
  await page.goto(`${url}/auth/login`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/app/dashboard");
  return page;
}

async function addLines(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const name of ["Peak Milk 400g", "Gino Tomato Paste 210g", "Indomie Onion 70g"]) {
    await dialog.getByLabel("Add a product").fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
