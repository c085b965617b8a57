import { readFile } from "node:fs/promises";

import type { Locator, Page } from "playwright-core";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";

import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import {
  breakPath,
  dayAgo,
  type Fault,
  openOldShop,
  PATIENCE,
  rowsOf,
  section,
  type Shop,
  total,
} from "#tests/e2e/dashboard/shop.ts";
import { DESKTOP } from "#tests/kit/browser/browser.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { fillShop, priceOf, sales } from "./sold.ts";

const SUMMARY = "/api/sales/reports.php";
const DETAIL = "Sales in detail";
const MONTHS = 6;

const cedis = (amount: number): string => formatMoney(minorOf(amount), "GHS");

describeWith(["postgres", "chromium"], "the reports in a browser", () => {
  let app: OpenProduct;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openOldShop(app, "Report Stores");
    await fillShop(shop);
    ({ page } = await app.visitAs(shop.owner, { size: DESKTOP }));
  });
  afterAll(() => app.close());

  const open = (query = "", on = page) => on.goto(`${app.url}/app/reports${query}`);
  const says = (name: string, text: string | RegExp, on = page) =>
    total(on, name).filter({ hasText: text }).waitFor(PATIENCE);
  const figure = (of: string): Locator => section(page, of).getByRole("figure");
  const period = () => page.getByLabel("Period");
  const search = (query: string) => page.waitForURL((url) => url.search === query, PATIENCE);
  const group = (label: string) =>
    section(page, DETAIL).getByText(label, { exact: true }).first().click();
  /** The rows of the table under a chart, each as its cells. */
  async function tableOf(of: string): Promise<readonly (readonly string[])[]> {
    const details = section(page, of).locator("details");
    if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
    const rows = await details.locator("tbody tr").all();
    return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
  }

  test("REP-02, REP-03, REP-04, REP-13: four cards compare whole days with as many before them", async () => {
    await open();
    await says("Total Sales", "GH₵317.00");
    await says("Total Sales", "up +692.5% from the 30 days before");
    await says("Total Orders", /^Total Orders9.*up \+800\.0% from the 30 days before/);
    await says("Total Customers", /^Total Customers1$/);
    await says("Total Products", /^Total Products12$/);
    const colour = (text: string) =>
      page.getByText(text).evaluate((shown) => getComputedStyle(shown).color);
    const rise = await colour("+692.5%");

    await period().selectOption("Last 7 days");
    await says("Total Sales", "GH₵107.00");
    await says("Total Sales", "down -46.5% from the 7 days before");
    expect(await colour("-46.5%")).not.toBe(rise);

    await period().selectOption("Today");
    await says("Total Sales", "GH₵67.00");
    expect(await page.getByText(/from the .*before/).count()).toBe(0);
    await period().selectOption("Last year");
    await says("Total Sales", "GH₵357.00");
    expect(await page.getByText(/from the .*before/).count()).toBe(0);
  });

  test("REP-01, REP-17: the period, one day and a range are kept in the URL with the view", async () => {
    await open();
    await says("Total Sales", "GH₵317.00");
    expect(await period().inputValue()).toBe("30");
    expect(await period().locator("option").allTextContents()).toEqual([
      "Today",
      "Yesterday",
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
      "One day",
      "Custom range",
    ]);
    await period().selectOption("Yesterday");
    await says("Total Sales", "GH₵40.00");
    await search("?period=yesterday");
    await period().selectOption("One day");
    await page.getByRole("button", { name: "Day after" }).click();
    await says("Total Sales", "GH₵67.00");
    expect(await page.getByRole("button", { name: "Day after" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Day before" }).click();
    await says("Total Sales", "GH₵40.00");
    await search(`?from=${dayAgo(1)}&to=${dayAgo(1)}`);

    await period().selectOption("Custom range");
    await page.getByLabel("From", { exact: true }).fill(dayAgo(10));
    await page.getByLabel("To", { exact: true }).fill(dayAgo(11));
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("The end is before the start").waitFor();
    await page.getByLabel("To", { exact: true }).fill(dayAgo(1));
    await page.getByRole("button", { name: "Show" }).click();
    await says("Total Sales", "GH₵240.00");
    await group("Hour");
    const kept = `?from=${dayAgo(10)}&to=${dayAgo(1)}&by=hour`;
    await search(kept);
    await page.reload();
    await says("Total Sales", "GH₵240.00");
    expect(new URL(page.url()).search).toBe(kept);
    expect(await period().inputValue()).toBe("custom");
    expect(await section(page, DETAIL).getByRole("radio", { name: "Hour" }).isChecked()).toBe(true);
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe(dayAgo(10));
  });

  test("REP-05: the trend shows the latest six months, also as a table", async () => {
    await open();
    await figure("Monthly Sales Trend").locator("svg").first().waitFor(PATIENCE);
    const now = new Date();
    const months = Array.from({ length: MONTHS }, (_, index) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + index, 1))
        .toISOString()
        .slice(0, 7),
    );
    const soldIn = (month: string) =>
      sales()
        .filter((sale) => ("at" in sale ? sale.at : dayAgo(0)).startsWith(month))
        .reduce((sum, { name, quantity }) => sum + priceOf(name) * quantity, 0);
    const rows = await tableOf("Monthly Sales Trend");
    expect(rows.map(([, amount]) => amount)).toEqual(months.map((month) => cedis(soldIn(month))));
    expect(rows[0]?.[1]).toBe("GH₵0.00");
    expect(rows.at(-1)?.[0]).toContain("so far");
    const bars = figure("Monthly Sales Trend").locator("svg > svg > rect");
    expect(await bars.count()).toBe(MONTHS);
  });

  test("REP-06, REP-07, REP-08, DASH-17: five products, sales and low products, which open what they name", async () => {
    await open();
    const top = rowsOf(page, "Top Selling Products");
    await top.filter({ hasText: "Soap" }).getByText("26 sold").waitFor(PATIENCE);
    expect(await top.count()).toBe(5);
    await top.filter({ hasText: "Soap" }).getByText("GH₵260.00").waitFor();
    expect(await top.filter({ hasText: "Salt" }).count()).toBe(0);

    const recent = rowsOf(page, "Recent Sales");
    await expect.poll(() => recent.count(), PATIENCE).toBe(5);
    expect(await recent.filter({ hasText: "Walk-in Customer" }).count()).toBe(4);
    const low = rowsOf(page, "Low Stock Alert");
    await expect.poll(() => low.count(), PATIENCE).toBe(5);
    await low.filter({ hasText: "Scarce 0" }).getByText("Out of stock").waitFor();
    await low.filter({ hasText: "Scarce 4" }).getByText("Low stock").waitFor();

    await recent.getByRole("link", { name: "Kwame Asare" }).click();
    await page.waitForURL(/\/app\/sales\?sale=/, PATIENCE);
    await page.goBack();
    await low.getByRole("link", { name: "Scarce 4" }).click(PATIENCE);
    await page.waitForURL(/\/app\/inventory\?adjust=/, PATIENCE);
  });

  test("REP-14, REP-15, REP-16, REP-18: each view of the details adds up to the total", async () => {
    await open();
    const detail = section(page, DETAIL);
    const bars = figure(DETAIL).locator("svg > svg > rect");
    await expect.poll(() => bars.count(), PATIENCE).toBe(30);
    await detail.getByText("Today so far").waitFor();
    const sumOf = async (column = 2) => {
      const amounts = (await tableOf(DETAIL)).map((cells) => cells[column] ?? "");
      return amounts.reduce((sum, text) => sum + Number(text.replace(/[^\d.]/g, "")), 0);
    };
    for (const [label, shown] of [
      ["Hour", "12:00"],
      ["Product", "26 sold · profit GH₵104.00 (40 %)"],
      ["Category", "profit GH₵104.00 (40 %)"],
      ["Staff", "9 orders"],
      ["Payment method", "1 payment · not confirmed"],
      ["Day", "Today so far"],
    ] as const) {
      await group(label);
      await detail
        .getByText(shown)
        .first()
        .waitFor({ state: "attached", ...PATIENCE });
      expect(await sumOf(), label).toBe(317);
    }
    await group("Hour");
    await expect.poll(() => bars.count(), PATIENCE).toBe(24);
    await group("Category");
    await detail.getByText("No category", { exact: true }).first().waitFor(PATIENCE);
    await group("Payment method");
    await rowsOf(page, DETAIL)
      .filter({ hasText: "all confirmed" })
      .getByText("Cash")
      .waitFor(PATIENCE);
  });

  test("REP-10, REP-16: a view without sales says so, and one that failed offers Try Again", async () => {
    await open(`?from=${dayAgo(5)}&to=${dayAgo(5)}`);
    const detail = section(page, DETAIL);
    await detail.getByText("No Data Available").waitFor(PATIENCE);
    const { restore } = await breakPath(page, "/api/v1/reports/hour", "lost");
    await group("Hour");
    const alert = detail.getByRole("alert");
    await alert.getByText("Error loading reports").waitFor(PATIENCE);
    await restore();
    await alert.getByRole("button", { name: "Try Again" }).click();
    await detail.getByText("No Data Available").waitFor(PATIENCE);
  });

  for (const [fault, title, detail] of [
    [
      { status: 403, error: "Your role may not see this" },
      "Failed to load reports",
      "Your role may not see this",
    ],
    ["lost", "Error loading reports", ""],
  ] satisfies readonly [Fault, string, string][]) {
    test(`REP-10: "${title}" comes with Try Again, which loads them`, async () => {
      const { page: fresh } = await app.visitAs(shop.owner, { size: DESKTOP });
      const { restore } = await breakPath(fresh, SUMMARY, fault);
      await open("", fresh);
      const alert = fresh.getByRole("alert").filter({ hasText: "Error Loading Reports" });
      await alert.getByText(title, { exact: true }).waitFor(PATIENCE);
      await alert.filter({ hasText: detail }).waitFor();
      await restore();
      await alert.getByRole("button", { name: "Try Again" }).click();
      await says("Total Sales", "GH₵317.00", fresh);
      await fresh.close();
    });
  }

  test("REP-08, REP-09: a shop without sales has no data, and one whose stock is good says so", async () => {
    const other = await openOldShop(app, "Quiet Stores");
    const { page: quiet } = await app.visitAs(other.owner, { size: DESKTOP });
    await open("", quiet);
    await quiet.getByRole("heading", { name: "No Data Available" }).waitFor(PATIENCE);
    await other.sell(await other.addProduct({ name: "Plenty", price: 1, stock: 99 }), 1, {
      quantity: 1,
    });
    await quiet.reload();
    await section(quiet, "Low Stock Alert")
      .getByText("All products well stocked!")
      .waitFor(PATIENCE);
    await quiet.close();
  });

  test("REP-12, REP-19: the days can be saved as a PDF, and as CSV without formulas", async () => {
    await open();
    await page.getByRole("button", { name: "Export" }).click(PATIENCE);
    const dialog = page.getByRole("dialog", { name: "Export reports" });
    const fileOf = async (label: string) => {
      const [file] = await Promise.all([
        page.waitForEvent("download", PATIENCE),
        dialog.getByRole("button", { name: label }).click(),
      ]);
      return readFile(await file.path());
    };
    const rows = (await fileOf("Sales by product")).toString();
    expect(rows).toContain("Soap");
    expect(rows).toContain("'=Salt");
    expect(rows).not.toMatch(/(^|[,"\n])=/);
    const { text } = await extractText(new Uint8Array(await fileOf("Summary (PDF)")));
    const words = text.join(" ").replaceAll(/\s+/g, " ");
    for (const part of [
      "GH₵317.00",
      "Mobile money 1 GH₵30.00",
      "By day",
      "so far",
      "Home 1 GH₵260.00 GH₵156.00 GH₵104.00",
      "Soap 26 GH₵260.00 GH₵156.00 GH₵104.00",
      "By person",
      "Esi Quaye",
    ]) {
      expect(words).toContain(part);
    }
    await page.keyboard.press("Escape");
  });
});
