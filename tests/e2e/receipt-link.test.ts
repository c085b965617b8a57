import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START_MS = 60_000;
const DOUBLE_PRESS_MS = 750;
const MILK = /^Peak Milk 400g/;

describeWith(["postgres", "chromium"], "the link of a receipt", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

  async function sellMilk(page: Page): Promise<string> {
    await button(page, MILK).click();
    await button(page, /^Charge/).click();
    await button(page, /^Exact/).click();
    const paid = page.getByRole("region", { name: "Paid" });
    const receipt = await paid.getByRole("article", { name: "Receipt" }).innerText();
    return /\d+-\d+-\d+/.exec(receipt)?.[0] ?? "";
  }

  /** The address that the message of this press ends with. */
  async function linkIn(page: Page): Promise<string> {
    const find = async (): Promise<string> => {
      const href = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
      return /https?:\/\/\S+\/r\/[\w-]{22}$/.exec(decodeURIComponent(href ?? ""))?.[0] ?? "";
    };
    // It is there once the settings are.
    await expect.poll(find, { timeout: START_MS }).not.toBe("");
    return find();
  }

  test("SALE-58, SALE-52: of a sale without a network opens once the sale has arrived, and says when it is void", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);

    expect(await sellMilk(page)).toMatch(/^1-\d+-1$/);
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await button(page, "Next sale").click();

    await page.context().setOffline(true);
    const number = await sellMilk(page);
    expect(number).toMatch(/^1-\d+-2$/);
    const link = await linkIn(page);
    const { page: customer } = await app.visit("guest", { size: PHONE });
    expect((await customer.goto(link))?.status()).toBe(404);
    await customer.getByRole("heading", { name: "Receipt not found" }).waitFor();

    await page.context().setOffline(false);
    await expect
      .poll(async () => (await customer.goto(link))?.status(), { timeout: START_MS })
      .toBe(200);
    await customer.getByText("Valid receipt").waitFor();
    await customer.getByText(number, { exact: true }).waitFor();
    expect(await customer.context().cookies()).toEqual([]);

    // The owner voids it elsewhere.
    await page.goto(`${app.url}/app/sales`);
    await page
      .getByRole("button", { name: new RegExp(` sale ${number}$`) })
      .first()
      .click();
    const opened = page.getByRole("dialog", { name: `Sale ${number}` });
    await opened.getByRole("button", { name: "Void sale" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabel("Reason").selectOption("Wrong amount");
    await question.getByRole("button", { name: "Void sale" }).click();
    await question.waitFor({ state: "hidden" });
    await customer.goto(link);
    await customer.getByText(/^VOID: the shop voided this sale on /).waitFor();
  });

  test("SALE-60: goes out by email at the till, once the server has the sale", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    await sellMilk(page);
    await button(page, "Email").click();
    await page.getByLabel("Email the receipt to").fill("ama@customers.example");
    await button(page, "Send").click();
    await page.getByText("The receipt is on its way to ama@customers.example.").waitFor();
  });

  test("SALE-57: of a sale in the office is made when it is sent", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/sales`);
    await button(page, / sale 1-1-\d+$/).click();
    const link = await linkIn(page);
    const { page: customer } = await app.visit("guest", { size: PHONE });
    expect((await customer.goto(link))?.status()).toBe(404);
    const made = page.waitForResponse((response) => response.url().endsWith("/receipt-link"));
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "WhatsApp" }).click();
    expect((await made).status()).toBe(200);
    await (await opened).close();
    await expect.poll(async () => (await customer.goto(link))?.status()).toBe(200);
    await customer.getByText("Valid receipt").waitFor();
  });
});
