import { randomUUID } from "node:crypto";

import type { Page, Response } from "playwright-core";
import { expect } from "vitest";

const STOCK = 10;
const SOLD = 3;
const LEFT = STOCK - SOLD;
const VISIBLE_MS = 10_000;
const LAST_ANSWERS = 20;

/** The first day of a shop: register, add a product, sell three, and see the sale on every page. */
export async function liveTheFirstDay(page: Page, url: string): Promise<void> {
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().startsWith(`${url}/api/`)) answers.push(toLine(response));
  });
  try {
    await register(page, url);
    await addProduct(page, url);
    await sellThree(page, url);
    await seeTheStock(page, url);
    await seeTheDashboard(page, url);
  } catch (cause) {
    throw new Error(`The last answers were ${answers.slice(-LAST_ANSWERS).join("; ")}`, { cause });
  }
}

const toLine = (response: Response): string => {
  const at = new Date().toISOString().slice("2026-03-02T".length);
  const stale = response.headers()["x-stale"];
  return `${at} ${response.request().method()} ${response.url()} ${response.status()}${stale ? ` stale ${stale}` : ""}`;
};

async function register(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth/register`);
  await page.getByLabel("Business name").fill("Ama's Corner");
  await page.getByLabel("First name").fill("Ama");
  await page.getByLabel("Last name").fill("Owusu");
  await page.getByLabel("Email").fill(`${randomUUID()}@corner.example`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Confirm password").fill("correct horse battery");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/app/dashboard");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

async function addProduct(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/products`);
  await page.getByRole("button", { name: "Add Product" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Milo 400g");
  await dialog.getByLabel("Price").fill("62.50");
  await dialog.getByLabel("Stock", { exact: true }).fill(String(STOCK));
  await dialog.locator("button[type=submit]").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("cell", { name: "Milo 400g", exact: true }).waitFor({ timeout: VISIBLE_MS });
}

async function sellThree(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/sales`);
  await page.getByRole("button", { name: "New Sale" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a product").fill("milo");
  await page.getByRole("option", { name: /Milo 400g/ }).click();
  await dialog.getByLabel("Quantity of Milo 400g").fill(String(SOLD));
  const save = dialog.getByRole("button", { name: /Save sale/ });
  await expect.poll(() => save.textContent(), { timeout: VISIBLE_MS }).toContain("187.50");
  await save.click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("cell", { name: /187\.50/ }).waitFor({ timeout: VISIBLE_MS });
}

async function seeTheStock(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/products`);
  const row = page.getByRole("row").filter({ hasText: "Milo 400g" });
  await row.waitFor();
  // The list of last time, which says so, may be there first.
  await expect.poll(() => row.textContent(), { timeout: VISIBLE_MS }).toContain(`${LEFT}`);
}

async function seeTheDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/dashboard`);
  await page.getByText("Recent sales").waitFor();
  const main = page.getByRole("main");
  await main.getByText("Walk-in Customer").waitFor({ timeout: VISIBLE_MS });
  const shows = (text: RegExp | string) =>
    expect.poll(() => main.textContent(), { timeout: VISIBLE_MS }).toMatch(text);
  await shows(/Total Sales\s*GH₵\s*187\.50/);
  await shows(/Orders\s*1/);
  await shows(/Products\s*1/);
  // Seven are left, below the threshold of ten, so it is on the low-stock list.
  await shows("Milo 400g");
}
