import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  breakPath,
  dayAgo,
  type Fault,
  openOldShop,
  openShop,
  PATIENCE,
  rowsOf,
  section,
  type Shop,
  total,
} from "./shop.ts";

const DASHBOARD = "/api/dashboard.php";
const TODAY = "/api/v1/today";
const STEPS = "/api/v1/first-steps";
const PRICE = 10;
const LABELS = { block: "Refuse the sale", warn: "Ask a manager", allow: "Sell anyway" };

const Rules = z.object({
  business: z.object({ oversell_policy: z.enum(["block", "warn", "allow"]) }),
});
/** What the shop does with a sale that takes more than there is. */
const stockRule = async ({ ask }: Shop) =>
  Rules.parse(await ask("GET", "/api/v1/settings")).business.oversell_policy;

describeWith(["postgres", "chromium"], "the dashboard in a browser", () => {
  let app: OpenProduct;
  let shop: Shop;

  /** Soap: GH₵40.00 before the last 30 days, GH₵30.00 yesterday, GH₵70.00 today. */
  async function sellSoap(): Promise<void> {
    const soap = await shop.addProduct({ name: "Soap", price: PRICE, stock: 500 });
    const customer_id = await shop.addCustomer("Adjoa", "Mensima");
    const sell = (sold: Parameters<Shop["sell"]>[2]) => shop.sell(soap, PRICE, sold);
    await sell({ quantity: 4, occurred_at: `${dayAgo(40)}T12:00:00Z` });
    await sell({ quantity: 2, occurred_at: `${dayAgo(1)}T00:00:00Z` });
    await sell({ quantity: 1, occurred_at: `${dayAgo(1)}T23:59:59Z`, payment_method: "card" });
    for (let sale = 0; sale < 4; sale += 1) await sell({ quantity: 1 });
    await sell({ quantity: 3, payment_method: "mobile_money", customer_id });
  }

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openOldShop(app, "Dashboard Stores");
    await sellSoap();
    for (let stock = 0; stock < 6; stock += 1) {
      await shop.addProduct({ name: `Scarce ${stock}`, price: 2.5, stock });
    }
  });
  afterAll(() => app.close());

  async function open(path = "", of: Shop = shop, size = DESKTOP): Promise<Page> {
    const { page } = await app.visitAs(of.owner, { size });
    await page.goto(`${app.url}/app/dashboard${path}`);
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor(PATIENCE);
    return page;
  }
  const says = (page: Page, name: string, text: string | RegExp) =>
    total(page, name).filter({ hasText: text }).waitFor(PATIENCE);
  const asks = (page: Page, path: string) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path, PATIENCE);

  test("DASH-01, DASH-04, DASH-05, DASH-11: shows four totals with their growth, five sales and five low products", async () => {
    const page = await open();
    await says(page, "Total Sales", "GH₵100.00");
    await says(page, "Total Sales", "+150.0% from the 30 days before");
    await says(page, "Orders", /^Orders7/);
    await says(page, "Orders", "+600.0% from the 30 days before");
    await says(page, "Customers", /^Customers1/);
    await says(page, "Products", /^Products7/);

    const sales = rowsOf(page, "Recent sales");
    expect(await sales.count()).toBe(5);
    const toAdjoa = sales.filter({ hasText: "Adjoa Mensima" });
    await toAdjoa.getByText("GH₵30.00").waitFor();
    await toAdjoa
      .locator("time")
      .filter({ hasText: /^(Just now|\dm ago)$/ })
      .waitFor();
    expect(await sales.filter({ hasText: "Walk-in Customer" }).count()).toBe(4);

    const low = rowsOf(page, "Low stock");
    expect(await low.count()).toBe(5);
    await low.filter({ hasText: "Scarce 0" }).getByText("Out of stock").waitFor();
    await low.filter({ hasText: "Scarce 4" }).getByText("4 left").waitFor();
    expect(await low.filter({ hasText: "GH₵2.50" }).count()).toBe(5);
    expect(await low.filter({ hasText: "Scarce 5" }).count()).toBe(0);
    await page.close();
  });

  test("DASH-01, DASH-02, DASH-03: loads the chosen period, and again on Refresh", async () => {
    const page = await open();
    const period = page.getByLabel("Period");
    await says(page, "Orders", /^Orders7/);
    expect(await period.inputValue()).toBe("30");
    expect(await period.locator("option").allTextContents()).toEqual([
      "Today",
      "Yesterday",
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
    ]);
    for (const [label, orders, sales] of [
      ["Last 90 days", 8, "GH₵140.00"],
      ["Today", 5, "GH₵70.00"],
      ["Yesterday", 2, "GH₵30.00"],
    ] as const) {
      await period.selectOption(label);
      await says(page, "Total Sales", sales);
      await says(page, "Orders", new RegExp(`^Orders${orders}`));
      // These are not of a period.
      await says(page, "Customers", /^Customers1/);
      await says(page, "Products", /^Products7/);
    }
    expect(new URL(page.url()).search).toBe("?period=yesterday");
    await page.reload();
    await says(page, "Total Sales", "GH₵30.00");
    expect(await period.inputValue()).toBe("yesterday");

    const asked = Promise.all([asks(page, DASHBOARD), asks(page, TODAY)]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await asked;
    await page.close();
  });

  test("DASH-10, DASH-12, DASH-13, DASH-14: today's takings come with one request, by method and beside yesterday", async () => {
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if ([DASHBOARD, TODAY, STEPS].includes(pathname)) asked.push(pathname);
    });
    const opened = async () => {
      await says(page, "Total Sales", "GH₵100.00");
      await section(page, "Today").getByText("GH₵70.00").first().waitFor(PATIENCE);
    };
    await page.goto(`${app.url}/app/dashboard`);
    await opened();
    expect(asked.toSorted()).toEqual([DASHBOARD, STEPS, TODAY].toSorted());
    asked.length = 0;
    await page.reload();
    await opened();
    await expect.poll(() => asked.toSorted()).toEqual([DASHBOARD, TODAY]);

    const card = section(page, "Today");
    await card.getByText("5 sales · up +250.0% on yesterday by this time (GH₵20.00)").waitFor();
    const methods = await card.locator("dl > div").allTextContents();
    expect(methods).toEqual([
      "CashGH₵40.00",
      "Mobile moneyGH₵30.00",
      "CardGH₵0.00",
      "Bank transferGH₵0.00",
    ]);
    const bars = card.getByRole("list", { name: "The last 7 days" }).getByRole("listitem");
    await expect.poll(() => bars.count()).toBe(7);
    expect(await bars.nth(6).textContent()).toContain("GH₵70.00, 5 sales");
    expect(await bars.nth(5).textContent()).toContain("GH₵30.00, 2 sales");
    expect(await bars.nth(4).textContent()).toContain("GH₵0.00, 0 sales");
    const heights = await bars.evaluateAll((items) =>
      items.map((item) => item.querySelector<HTMLElement>("[style]")?.offsetHeight ?? -1),
    );
    expect(heights[6]).toBeGreaterThan(heights[5] ?? 0);
    expect(heights[5]).toBeGreaterThan(heights[4] ?? 0);

    const cardTop = (await card.boundingBox())?.y ?? Infinity;
    expect(cardTop).toBeLessThan((await total(page, "Total Sales").boundingBox())?.y ?? 0);
    await page.close();
  });

  test("DASH-17: a recent sale opens the sale, and a low product its stock to adjust", async () => {
    const page = await open();
    await section(page, "Recent sales").getByRole("link", { name: "Adjoa Mensima" }).click();
    await page.waitForURL(/\/app\/sales\?sale=/, PATIENCE);
    const sale = page.getByRole("dialog");
    await sale.getByText("Adjoa Mensima").first().waitFor(PATIENCE);
    await page.goBack();
    await section(page, "Low stock").getByRole("link", { name: "Scarce 0" }).click();
    await page.waitForURL(/\/app\/inventory\?adjust=/, PATIENCE);
    await page.getByRole("dialog").getByText("Scarce 0").first().waitFor(PATIENCE);
    await page.close();
  });

  test("DASH-06: the quick actions of an owner open what they say", async () => {
    const page = await open();
    const title = page.getByRole("heading", { level: 1, name: "Reports & Analytics" });
    for (const [name, path, opened] of [
      ["Add Product", "/app/products", page.getByRole("dialog", { name: "Add product" })],
      ["Add Customer", "/app/customers", page.getByRole("dialog", { name: "Add customer" })],
      ["View Reports", "/app/reports", title],
      ["New Sale", "/app/sell", page.getByRole("button", { name: /^Soap/ })],
    ] as const) {
      await page.goto(`${app.url}/app/dashboard`);
      await page.getByRole("main").getByRole("link", { name }).click(PATIENCE);
      await page.waitForURL((url) => url.pathname === path, PATIENCE);
      await opened.first().waitFor(PATIENCE);
    }
    await page.close();
  });

  test("DASH-06, DASH-08, DASH-11, DASH-12, DASH-17: a cashier sees today, and no more than a cashier may do", async () => {
    const owner = await app.signedIn("owner");
    const body = { cashiers_see_takings: true };
    await app.api.ask("PUT", "/api/v1/settings/business", { as: owner, body });
    const { page } = await app.visit("cashier", { size: PHONE });
    const asked = asks(page, DASHBOARD);
    await page.goto(`${app.url}/app/dashboard?period=365`);
    await page.getByRole("heading", { level: 1, name: "Dashboard, today" }).waitFor(PATIENCE);
    const answer = await (await asked).response();
    expect(await answer?.json()).toMatchObject({ data: { from: dayAgo(0), to: dayAgo(0) } });
    await says(page, "Total Sales", "GH₵");
    expect(
      await page
        .getByRole("main")
        .getByText(/ before$| from /)
        .count(),
    ).toBe(0);
    expect(await page.getByLabel("Period").count()).toBe(0);
    expect(await section(page, "Today").count()).toBe(0);
    const actions = page.getByRole("main").getByRole("link", { name: /^(New|Add|View) / });
    expect(await actions.allTextContents()).toEqual(["New Sale", "Add Customer"]);
    await rowsOf(page, "Low stock").getByRole("link").first().click();
    await page.waitForURL(/\/app\/inventory\?moves=/, PATIENCE);
    await page.close();
  });

  for (const [fault, text, detail] of [
    [{ status: 403, error: "Your role may not see this" }, "Failed", "Your role may not see this"],
    ["lost", "Error", ""],
  ] satisfies readonly [Fault, string, string][]) {
    const title = text === "Failed" ? "Failed to load dashboard" : "Error loading dashboard";
    test(`DASH-07: "${title}" comes with Try Again, which loads it`, async () => {
      const { page } = await app.visitAs(shop.owner, { size: PHONE });
      const { restore } = await breakPath(page, DASHBOARD, fault);
      await page.goto(`${app.url}/app/dashboard`);
      const alert = page.getByRole("alert").filter({ hasText: title });
      await alert.filter({ hasText: detail }).waitFor(PATIENCE);
      await restore();
      await alert.getByRole("button", { name: "Try Again" }).click();
      await says(page, "Total Sales", "GH₵100.00");
      await page.close();
    });
  }

  test("DASH-15: a failed load of today's takings leaves the rest of the dashboard", async () => {
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    await breakPath(page, TODAY, "lost");
    await page.goto(`${app.url}/app/dashboard`);
    await section(page, "Today")
      .getByText(/^Error loading today's takings/)
      .waitFor(PATIENCE);
    await says(page, "Total Sales", "GH₵100.00");
    await page.close();
  });

  test("DASH-16: while a past date is shown, the card is about that day", async () => {
    const then = `${dayAgo(0)}T00:00:00.000Z`;
    const page = await open(`?as_of=${encodeURIComponent(then)}`);
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const title = day.format(Date.parse(then));
    const bars = section(page, title).getByRole("listitem");
    await bars.filter({ hasText: title }).waitFor(PATIENCE);
    expect(await bars.last().textContent()).toContain(`${title}: GH₵0.00, 0 sales`);
    expect(await section(page, "Today").count()).toBe(0);
    await page.close();
  });

  test("DASH-09, DASH-13, DASH-19, DASH-20, DASH-21: a new shop has empty lists and five first steps", async () => {
    const fresh = await openShop(app, "First Steps Stores");
    const page = await open("", fresh);
    const steps = section(page, "First steps");
    await steps.waitFor(PATIENCE);
    const titles = await rowsOf(page, "First steps").locator("p:first-child").allTextContents();
    expect(titles.slice(0, 5)).toEqual([
      "Add your products",
      "Phone number on receipts",
      "When stock runs out",
      "Make your first sale",
      "Invite your staff",
    ]);
    const rule = rowsOf(page, "First steps").filter({ hasText: "When stock runs out" });
    const before = await stockRule(fresh);
    await rule.getByRole("button", { name: LABELS[before] }).click();
    await rule.getByText("Done", { exact: true }).waitFor(PATIENCE);
    expect(await rule.getByRole("button").count()).toBe(0);
    expect(await stockRule(fresh)).toBe(before);
    await steps.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });

    await section(page, "Recent sales").getByText("No sales yet.").waitFor(PATIENCE);
    await section(page, "Low stock").getByText("No products yet.").waitFor();
    await fresh.addProduct({ name: "Plenty", price: 1, stock: 900 });
    await page.reload();
    await section(page, "Low stock").getByText("All products well stocked!").waitFor(PATIENCE);
    await section(page, "Today").getByText("GH₵0.00 in all yesterday").waitFor(PATIENCE);
    await page.close();

    await fresh.ask("PUT", "/api/v1/settings/business", { first_steps_hidden: false });
    const other = await open("", fresh);
    await section(other, "First steps").waitFor(PATIENCE);
    await other.close();
  });
});
