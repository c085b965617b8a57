import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PASSWORD = "correct horse battery";
/** What a person has; a script needs seconds. */
const LONGEST_MS = 3 * 60_000;
const STEPS = 5;

describeWith(["postgres", "chromium"], "the owner of a new shop", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const steps = (page: Page) => page.getByRole("region", { name: "First steps" });
  const step = (page: Page, title: string) =>
    steps(page).getByRole("listitem").filter({ hasText: title });
  const isDone = (page: Page, title: string) =>
    step(page, title).getByText("Done", { exact: true }).waitFor();

  async function register(page: Page): Promise<void> {
    await page.goto(`${app.url}/auth/register`);
    await page.getByLabel("Business name").fill("Efua Cold Store");
    await page.getByLabel("First name").fill("Efua");
    await page.getByLabel("Last name").fill("Sarpong");
    await page.getByLabel("Email").fill(`${randomUUID()}@efua.example`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.locator("form button[type=submit]").click();
  }

  async function addFromList(page: Page): Promise<void> {
    await steps(page).getByRole("link", { name: "From a list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Price of Milo 400g").fill("62.50");
    await dialog.getByLabel("Stock of Milo 400g").fill("12");
    await dialog.getByLabel("Price of Omo 500g").fill("30");
    await dialog.getByRole("button", { name: "Add 2 products" }).click();
    await dialog.waitFor({ state: "hidden" });
  }

  /** Leads to the till from the steps. */
  async function sellOne(page: Page): Promise<void> {
    await steps(page).getByRole("link", { name: "Make your first sale" }).click();
    await page
      .getByRole("button", { name: /^Milo 400g/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Charge/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Exact/ }).click();
    await page.getByRole("region", { name: "Paid" }).waitFor();
  }

  const toDashboard = (page: Page) => page.goto(`${app.url}/app/dashboard`);

  test("DASH-18: comes from registration to the first sale by the steps, and ends with none left", async () => {
    const { page } = await app.visit("guest", { size: PHONE });
    const startMs = Date.now();
    await register(page);
    await steps(page).waitFor();
    expect(await steps(page).getByText("To do", { exact: true }).count()).toBe(STEPS);
    await addFromList(page);
    await toDashboard(page);
    await isDone(page, "Add your products");
    await sellOne(page);
    expect(Date.now() - startMs).toBeLessThan(LONGEST_MS);

    await toDashboard(page);
    await isDone(page, "Make your first sale");
    await page.getByText("Total Sales").waitFor();
    await step(page, "When stock runs out").getByRole("button", { name: "Sell anyway" }).click();
    await isDone(page, "When stock runs out");
    await steps(page).getByRole("button", { name: "Hide" }).click();
    await steps(page).waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("Total Sales").waitFor();
    expect(await steps(page).count()).toBe(0);
  });
});
