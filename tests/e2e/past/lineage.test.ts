import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openStripShop, STRIP, type StripShop } from "./strip-shop.ts";

const START = { timeout: 60_000 };
const LINEAGE = "**/api/v1/audit/lineage?*";
const PAGE = 200;
const REFUSAL = {
  status: 403,
  json: { success: false, error: "Not for you", code: "forbidden", request_id: "r-1" },
};
const Lineage = z.looseObject({ data: z.looseObject({ value: z.number() }) });

/** The sales of each, by the `by` of the report's address. */
const FIGURES = [
  ["", /^History of Sales, [A-Z][a-z]{2} \d{4}$/],
  ["day", /^History of Sales, \d+ [A-Z][a-z]{2} \d{4}$/],
  ["hour", /^History of Sales, \d\d:00 to \d\d:00$/],
  ["product", `History of Sales, ${STRIP}`],
  ["staff", "History of Sales, Esi Quaye"],
  ["payment-method", "History of Sales, Cash"],
] as const;

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
/** The number in a text, in whole pesewas or pieces. */
const numberIn = (text: string): number =>
  Number((/[\d,]+(?:\.\d+)?/.exec(text)?.[0] ?? "").replaceAll(",", ""));

describeWith(["postgres", "chromium"], "the events behind a figure", () => {
  let app: OpenProduct;
  let shop: StripShop;

  beforeAll(async () => {
    app = await openProduct();
    shop = await openStripShop(app);
  });
  afterAll(() => app.close());

  const open = async (path: string, size = DESKTOP): Promise<Page> => {
    const { page } = await app.visitAs(shop.owner, { size });
    await page.goto(app.url + path);
    return page;
  };
  const figure = (page: Page, name: string) =>
    page.getByRole("button", { name: `History of ${name}`, exact: true });
  const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
  const close = async (dialog: Locator) => {
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  /** The figure of the dialog, after its running sums were found to end at it. */
  async function sumIn(dialog: Locator, name: string): Promise<string> {
    const rows = dialog.getByRole("listitem");
    await rows.first().waitFor();
    const texts = (await rows.allInnerTexts()).map(plain);
    const sum = plain(
      await dialog.getByText(name, { exact: true }).last().locator("..").innerText(),
    );
    let running = 0;
    for (const text of texts) {
      const [, sign, share = "", after = ""] = /([+−]) (\S+) = (\S+)$/.exec(text) ?? [];
      running += (sign === "−" ? -1 : 1) * numberIn(share);
      expect([text, numberIn(after)]).toEqual([text, running]);
    }
    expect(numberIn(sum.slice(name.length))).toBe(running);
    return sum.slice(name.length).trim();
  }
  async function sumBehind(page: Page, name: string): Promise<string> {
    await figure(page, name).click(START);
    const dialog = dialogOf(page, name);
    const sum = await sumIn(dialog, name);
    await close(dialog);
    return sum;
  }

  test("LINE-01: the totals of dashboard and reports open their events, whose running sum ends at the figure", async () => {
    const page = await open("/app/dashboard", PHONE);
    expect(await sumBehind(page, "Total Sales")).toBe("GH₵75.00");
    expect(await sumBehind(page, "Orders")).toBe("2");
    expect(await sumBehind(page, "Customers")).toBe("2");
    expect(await sumBehind(page, "Products")).toBe("2");
    await page.goto(`${app.url}/app/reports?period=7`);
    expect(await sumBehind(page, "Total Sales")).toBe("GH₵75.00");
    expect(await sumBehind(page, "Total Orders")).toBe("2");
  });

  test("LINE-02: the figures by month, day, hour, product, person and payment method open their events, with the same money", async () => {
    const page = await open("/app/reports");
    for (const [by, figureOf] of FIGURES) {
      await page.goto(`${app.url}/app/reports?period=7&by=${by}`);
      await page.getByText(/^Total Orders/).waitFor(START);
      const money = page.getByTitle(figureOf).filter({ hasText: "75.00" }).first();
      await money.waitFor({ state: "attached" });
      if (!(await money.isVisible())) {
        await page.locator("details", { has: money }).getByText("Show as a table").click();
      }
      const name = ((await money.getAttribute("title")) ?? "").slice("History of ".length);
      await money.click();
      const dialog = dialogOf(page, name);
      expect([by, await sumIn(dialog, name)]).toEqual([by, "GH₵75.00"]);
      await close(dialog);
    }
  });

  test("LINE-03: a product's stock and a sale's total open theirs", async () => {
    const page = await open("/app/inventory", PHONE);
    await page.getByRole("button", { name: `${STRIP} stock movements` }).click(START);
    await page.getByRole("button", { name: "History", exact: true }).click();
    const stock = `Stock of ${STRIP}`;
    expect(await sumIn(dialogOf(page, stock), stock)).toBe("17");

    await page.goto(`${app.url}/app/sales?sale=${shop.sale}`);
    await page.getByRole("button", { name: "History", exact: true }).click(START);
    const total = "Total of the sale";
    expect(await sumIn(dialogOf(page, total), total)).toBe("GH₵50.00");
  });

  test("LINE-04: more events are loaded on request, and each leads to its own", async () => {
    const { page } = await app.visit("owner", { size: PHONE });
    await page.goto(`${app.url}/app/dashboard`);
    await figure(page, "Total Sales").click(START);
    const dialog = dialogOf(page, "Total Sales");
    const links = dialog.getByRole("listitem").getByRole("link");
    await expect.poll(() => links.count()).toBe(PAGE);
    await dialog.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => links.count()).toBeGreaterThan(PAGE);
    const leads = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute("href") ?? ""),
    );
    expect(new Set(leads).size).toBe(leads.length);
    const [seq = ""] = /\d+$/.exec(leads[PAGE] ?? "") ?? [];
    await links.nth(PAGE).click();
    const event = page.getByRole("dialog", {
      name: `Event ${Number(seq).toLocaleString("en-GH")}`,
    });
    await event.getByText("Sale recorded", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("event")).toBe(seq);
  });

  test("LINE-05: for a past moment only the events up to it are shown", async () => {
    const page = await open(`/app/dashboard?as_of=${shop.moment}`);
    await page.getByRole("region", { name: "Past date" }).waitFor(START);
    expect(await sumBehind(page, "Total Sales")).toBe("GH₵50.00");
    await figure(page, "Orders").click();
    const links = dialogOf(page, "Orders").getByRole("listitem").getByRole("link");
    await links.first().waitFor();
    const leads = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute("href") ?? ""),
    );
    expect(leads).toHaveLength(1);
    expect(Number(/\d+$/.exec(leads[0] ?? "")?.[0])).toBeLessThanOrEqual(shop.moment);
  });

  test("LINE-06: a failed load says why and is repeated, and events that do not add up are reported", async () => {
    const page = await open("/app/dashboard", PHONE);
    await page.route(LINEAGE, (route) => route.fulfill(REFUSAL));
    await figure(page, "Total Sales").click(START);
    const dialog = dialogOf(page, "Total Sales");
    await dialog.getByText("Couldn't load events.").waitFor();
    await dialog.getByText("Not for you").waitFor();
    await page.unroute(LINEAGE);
    await dialog.getByRole("button", { name: "Try Again" }).click();
    expect(await sumIn(dialog, "Total Sales")).toBe("GH₵75.00");
    await close(dialog);

    await page.route(LINEAGE, async (route) => {
      const response = await route.fetch();
      const answer = Lineage.parse(await response.json());
      answer.data.value += 100;
      await route.fulfill({ response, json: answer });
    });
    await figure(page, "Total Sales").click();
    await dialog.getByText("These events add up to GH₵75.00. Some are missing.").waitFor();
  });
});
