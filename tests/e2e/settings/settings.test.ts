import { randomUUID } from "node:crypto";

import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { openShop, PATIENCE, type Shop } from "#tests/e2e/dashboard/shop.ts";
import { DESKTOP } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SETTINGS = "/api/v1/settings";
const PROFILE_SAVED = "Profile updated successfully!";
const BUSINESS_SAVED = "Business settings updated successfully!";
const BUSINESS_FAILED = "Failed to update business settings";

const Stored = z.object({
  business: z.object({
    business_name: z.string(),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    tax_rate: z.number(),
  }),
  notifications: z.object({ sales_reports: z.boolean(), low_stock_alerts: z.boolean() }),
});
const Account = z.object({ first_name: z.string(), email: z.string() });

describeWith(["postgres", "chromium"], "the settings in a browser", () => {
  let app: OpenProduct;
  let shop: Shop;
  let cashier: Signed | undefined;

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openShop(app, "Settings Stores");
    cashier = await app.signedIn("cashier");
  });
  afterAll(() => app.close());

  async function open(tab: string, as: Signed | undefined = shop.owner): Promise<Page> {
    const { page } = await app.visitAs(as, { size: DESKTOP });
    await page.goto(`${app.url}/app/settings?tab=${tab}`);
    await page.getByRole("tabpanel").waitFor(PATIENCE);
    return page;
  }
  const stored = async (of = shop) => Stored.parse(await of.ask("GET", SETTINGS));
  const account = async () => Account.parse(await shop.ask("GET", "/api/v1/account"));
  const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
  /** By a toast, which screen readers get apart from it. */
  const says = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).waitFor(PATIENCE);
  const tabs = (page: Page) => page.getByRole("tab").allTextContents();
  const options = (field: Locator) => field.locator("option").allTextContents();
  const isSave = (url: URL) => url.pathname === `${SETTINGS}/business`;

  test("SET-01, SET-06: the URL names the tab, and a cashier reads the business without changing it", async () => {
    const page = await open("");
    expect(await tabs(page)).toEqual([
      "Profile",
      "Business",
      "Notifications",
      "Security",
      "Payments",
      "Integrations",
      "Tills",
    ]);
    await page.getByRole("tab", { name: "Profile", selected: true }).waitFor();
    await page.getByRole("tab", { name: "Business" }).click();
    await page.getByLabel("Business name").waitFor(PATIENCE);
    expect(new URL(page.url()).search).toBe("?tab=business");
    await page.reload();
    await page.getByLabel("Business name").waitFor(PATIENCE);
    await page.close();

    const theirs = await open("payments", cashier);
    await theirs.getByRole("tab", { name: "Profile", selected: true }).waitFor(PATIENCE);
    expect(await tabs(theirs)).toEqual(["Profile", "Business", "Security"]);
    await theirs.getByRole("tab", { name: "Business" }).click();
    await theirs.getByText("Only the owner can change these settings.").waitFor(PATIENCE);
    const panel = theirs.getByRole("tabpanel");
    await panel.getByText("Adom Provisions, Osu").waitFor();
    expect(await panel.getByRole("textbox").count()).toBe(0);
    expect(await panel.getByRole("button", { name: "Save changes" }).count()).toBe(0);
    const body = { business_name: "Yaw's" };
    await expect(app.api.ask("PUT", `${SETTINGS}/business`, { as: cashier, body })).rejects.toThrow(
      "403",
    );
    await theirs.close();
  });

  test("SET-02, SET-03, SET-09: the profile is saved, and another email takes the password", async () => {
    const page = await open("profile");
    const first = page.getByLabel("First name");
    await first.fill("Adwoa", PATIENCE);
    expect(await page.getByLabel("Last name").inputValue()).toBe("Quaye");
    await page.getByLabel("Phone").fill("024 811 4470");
    await save(page);
    await says(page, PROFILE_SAVED);
    await page.getByText("Adwoa Quaye").first().waitFor(PATIENCE);
    expect(await account()).toMatchObject({ first_name: "Adwoa" });

    const before = (await account()).email;
    const email = `${randomUUID()}@settings.example`;
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url());
    });
    await page.getByLabel("Email").fill(email);
    await save(page);
    const password = page.getByLabel("Current password", { exact: true });
    await expect
      .poll(() => password.evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(sent).toEqual([]);
    await password.fill("not the password");
    await save(page);
    await says(page, "Failed to update profile");
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    expect((await account()).email).toBe(before);
    await password.fill(STAFF_PASSWORD);
    await save(page);
    await says(page, PROFILE_SAVED);
    await expect.poll(async () => (await account()).email, PATIENCE).toBe(email);
    await page.close();
  });

  test("SET-04, SET-05, SET-09: the business is only called saved when the server has saved it", async () => {
    const page = await open("business");
    const currency = page.getByLabel("Currency");
    await currency.waitFor(PATIENCE);
    expect([await currency.inputValue(), await page.getByLabel("Timezone").inputValue()]).toEqual([
      "GHS",
      "Africa/Accra",
    ]);
    expect((await stored()).business.tax_rate).toBe(0);
    expect(await options(currency)).toEqual(["GHS", "USD", "EUR", "GBP"]);
    expect(await options(page.getByLabel("Timezone"))).toEqual([
      "Africa/Accra",
      "UTC",
      "America/New_York",
      "Europe/London",
    ]);
    for (const name of ["Phone", "Email", "Address", "Receipt footer"]) {
      expect(await page.getByLabel(name).inputValue()).toBe("");
    }
    await page.getByLabel("Registered for tax").selectOption("Another country");
    await page.getByLabel("Tax rate").fill("12.505");
    await save(page);
    await page.getByText("Must be a rate from 0 to 100 with at most 2 decimals").waitFor();
    await page.getByLabel("Tax rate").fill("12.51");
    await page.getByLabel("Business name").fill("Settings & Daughters");

    const held: Route[] = [];
    await page.route(isSave, (route) => {
      held.push(route);
    });
    await save(page);
    await expect.poll(() => held.length).toBe(1);
    expect(await page.getByText(BUSINESS_SAVED).count()).toBe(0);
    await held[0]?.abort();
    await says(page, BUSINESS_FAILED);
    expect(await page.getByLabel("Business name").inputValue()).toBe("Settings & Daughters");
    expect((await stored()).business.business_name).toBe("Settings Stores");
    await page.unroute(isSave);
    await save(page);
    await says(page, BUSINESS_SAVED);
    expect((await stored()).business).toMatchObject({
      business_name: "Settings & Daughters",
      tax_rate: 12.51,
    });
    await page.close();
  });

  test("SET-08: what another person changed meanwhile is not overwritten", async () => {
    const page = await open("business");
    await page.route("**/api/v1/live**", (route) => route.abort());
    await page.reload();
    await page.getByLabel("Phone").fill("020 000 0000", PATIENCE);
    await shop.ask("PUT", `${SETTINGS}/business`, { address: "1 Ring Road" });
    await save(page);
    await page.getByText(/^Not saved\. This was changed since you opened it/).waitFor(PATIENCE);
    await expect.poll(() => page.getByLabel("Address").inputValue(), PATIENCE).toBe("1 Ring Road");
    expect(await page.getByLabel("Phone").inputValue()).toBe("020 000 0000");
    await save(page);
    await says(page, BUSINESS_SAVED);
    const { address, phone } = (await stored()).business;
    expect([address, phone]).toEqual(["1 Ring Road", "020 000 0000"]);
    await page.close();
  });

  test("SET-07, NSET-11: the tab of notifications sends only its own toggles, and the page has them", async () => {
    const page = await open("notifications");
    const toggle = (name: string) => page.getByRole("switch", { name });
    await toggle("Sales reports").waitFor(PATIENCE);
    expect(await page.getByRole("switch").count()).toBe(4);
    for (const [name, isOn] of [
      ["Email notifications", true],
      ["Low stock alerts", true],
      ["Customer notifications", false],
    ] as const) {
      expect(await toggle(name).isChecked(), name).toBe(isOn);
    }
    await toggle("Sales reports").click();
    const request = page.waitForRequest((one) => one.method() === "PUT");
    await save(page);
    expect((await request).postDataJSON()).toEqual({ sales_reports: false });
    await says(page, "Notification settings updated successfully!");
    expect((await stored()).notifications).toEqual({
      sales_reports: false,
      low_stock_alerts: true,
    });
    await page.goto(`${app.url}/app/notifications/settings`);
    await toggle("Sales reports").click(PATIENCE);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect.poll(async () => (await stored()).notifications.sales_reports).toBe(true);
    await page.goto(`${app.url}/app/settings?tab=notifications`);
    await toggle("Sales reports").and(page.locator("[aria-checked=true]")).waitFor(PATIENCE);
    await page.close();
  });

  test("SET-20: the paper of the receipt printer is kept by this device alone", async () => {
    const page = await open("profile");
    const before = await page.getByLabel("Paper").inputValue(PATIENCE);
    await page.getByLabel("Paper").selectOption("58 mm roll");
    await page.reload();
    await page.getByLabel("Paper").waitFor(PATIENCE);
    const chosen = await page.getByLabel("Paper").inputValue();
    expect(chosen).not.toBe(before);
    const other = await open("profile");
    expect(await other.getByLabel("Paper").inputValue(PATIENCE)).toBe(before);
    await page.close();
    await other.close();
  });

  test("SET-17: another currency is that of the next sale, and not of the past ones", async () => {
    const own = await openShop(app, "Currency Stores");
    const product = await own.addProduct({ name: "Kenkey", price: 5, stock: 90 });
    await own.sell(product, 5, { quantity: 1 });
    const page = await open("business", own.owner);
    await page.getByLabel("Currency").selectOption("USD", PATIENCE);
    await save(page);
    await says(page, BUSINESS_SAVED);
    await own.sell(product, 5, { quantity: 2 });
    await page.goto(`${app.url}/app/sales`);
    const main = page.getByRole("main");
    await main.getByRole("row").filter({ hasText: "US$10.00" }).waitFor(PATIENCE);
    await main.getByRole("row").filter({ hasText: "GH₵5.00" }).waitFor(PATIENCE);
    await page.close();
  });
});
