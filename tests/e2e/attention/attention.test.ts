import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { MERGE_RULES } from "#kernel/contract/merge-rules.ts";
import { type Counter, MILK, openCounter, PATIENCE } from "#tests/e2e/sell/counter.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const RESOLVE = "**/api/v1/issues/**";

const Tills = z.array(z.object({ till: z.int(), missing_entries: z.int() }));
const Added = z.object({ id: z.string() });

describeWith(["postgres", "chromium"], "the page of what needs attention", () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await openCounter();
  });
  afterAll(() => counter.app.close());

  const add = async (path: string, body: unknown): Promise<string> =>
    Added.parse(await counter.ask("POST", path, body)).id;
  const addProduct = (name: string, stock: number) =>
    add("/api/products.php", { name, price: 5, stock });
  const missingOf = async (number: string) =>
    Tills.parse(await counter.ask("GET", "/api/v1/tills")).find(({ till }) => `${till}` === number)
      ?.missing_entries;
  const openOffice = async () => {
    const opened = await counter.app.visitAs(counter.owner, { size: DESKTOP });
    await opened.page.goto(`${counter.app.url}/app/attention`);
    return opened;
  };
  const row = (page: Page, title: string, about: string | RegExp) =>
    page
      .getByRole("listitem", { includeHidden: true })
      .filter({ hasText: title })
      .filter({ hasText: about })
      .first();
  const listed = async (page: Page, title: string, about: string | RegExp) => {
    const found = row(page, title, about);
    await found.waitFor(PATIENCE);
    return found;
  };
  /** Sells one at a till of its own without a network, after something has changed. */
  async function sellAway(name: RegExp, meanwhile: (till: string) => Promise<unknown>) {
    const till = await counter.openOwnTill(PHONE);
    const number = /\d+/.exec(await till.page.getByText(/^Till \d+, /).innerText())?.[0] ?? "";
    await till.context.setOffline(true);
    await meanwhile(number);
    await press(till.page, name);
    await payCash(till.page);
    await nextSale(till.page);
    return { ...till, number };
  }

  test("ATTN-20, ATTN-22, ATTN-23, ATTN-25: an issue shows both versions and leads on, is counted in the menu, and goes with one tap", async () => {
    const milo = await addProduct("Attended milo", 9);
    const last = await addProduct("Attended last", 1);
    const office = await openOffice();
    const { page } = office;
    await page.getByRole("heading", { name: "Nothing needs attention" }).waitFor(PATIENCE);
    const till = await sellAway(/^Attended milo/, () =>
      counter.ask("PUT", "/api/products.php", { id: milo, price: 7 }),
    );
    await till.context.setOffline(false);
    const first = await listed(page, "Sold at another price", "Attended milo");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Needs attention 1 open" })
      .waitFor(PATIENCE);
    expect(await first.getByRole("term").allInnerTexts()).toEqual([
      "The till says",
      "Tillbook knows",
    ]);
    const [said, known] = await first.getByRole("definition").allInnerTexts();
    expect(said).toMatch(/Attended milo GH₵\s*5\.00/);
    expect(known).toMatch(/Your price then: Attended milo GH₵\s*7\.00/);
    await first.getByText(new RegExp(`^Till ${till.number}, `)).waitFor();
    const hrefOf = (name: string | RegExp) =>
      first.getByRole("link", { name }).getAttribute("href");
    expect(await hrefOf(/^Sale 1-\d+-1$/)).toMatch(/^\/app\/sales\?sale=/);
    expect(await hrefOf("Attended milo")).toBe(`/app/inventory?moves=${milo}`);

    const other = await sellAway(/^Attended last/, async () => {
      const items = [{ product_id: last, quantity: 1, unit_price: 5 }];
      await counter.ask("POST", "/api/sales.php", { payment_method: "cash", items });
    });
    await other.context.setOffline(false);
    const below = await listed(page, "Stock of Attended last is below 0", "Attended last");
    const count = below.getByRole("link", { name: "Count it" });
    expect(await count.getAttribute("href")).toBe(`/app/products?edit=${last}`);
    const phone = { first_name: "Efua", last_name: "Attended", phone: "024 700 1122" };
    const one = await add("/api/customers.php", phone);
    await add("/api/customers.php", { ...phone, first_name: "Kojo" });
    const same = await listed(page, "Customers have the same phone number", "Efua Attended");
    const customer = same.getByRole("link", { name: "Efua Attended" });
    expect(await customer.getAttribute("href")).toBe(`/app/customers?edit=${one}`);

    const reason = "This issue cannot be resolved now.";
    const refusal = { success: false, error: reason, code: "entry-not-possible", request_id: "r" };
    await page.route(RESOLVE, (route) => route.fulfill({ status: 409, json: refusal }));
    await first.getByRole("button", { name: "It's fine" }).click();
    await first.getByRole("alert").filter({ hasText: reason }).waitFor();
    await page.unroute(RESOLVE);
    await first.getByRole("button", { name: "It's fine" }).click();
    await row(page, "Sold at another price", "Attended milo").waitFor({
      state: "detached",
      ...PATIENCE,
    });
    for (const each of [till, other, office]) await each.context.close();
  });

  test("ATTN-24, ATTN-30, ATTN-33: what a removed till sends is listed with the reason, and is discarded only after a question", async () => {
    const before = (await counter.sales()).length;
    const till = await sellAway(MILK, (number) =>
      counter.ask("DELETE", `/api/v1/tills/${number}`, { reason: "lost" }),
    );
    await till.context.setOffline(false);
    const { page, context } = await openOffice();
    const aside = await listed(page, "A till's sale was set aside", `Till ${till.number}`);
    await aside.getByText("the till was removed before it arrived.").waitFor();
    await aside.getByText(/Counter milk/).waitFor();
    await aside.getByRole("button", { name: "Discard" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard this entry?" });
    await question.getByText("It will not count.", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "hidden" });
    await aside.waitFor();
    await aside.getByRole("button", { name: "Discard" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await aside.waitFor({ state: "detached", ...PATIENCE });
    expect((await counter.sales()).length).toBe(before);
    await context.close();
    await till.context.close();
  });

  test("ATTN-05, ATTN-24: what a removed till never sent is listed at once, and booked as lost only after a question", async () => {
    const till = await sellAway(MILK, (number) =>
      counter.ask("PUT", `/api/v1/tills/${number}`, { active: false }),
    );
    await till.context.setOffline(false);
    // It has said what it made, and keeps it.
    await expect.poll(() => missingOf(till.number), PATIENCE).toBe(1);
    await till.context.close();
    const { page, context } = await openOffice();
    await page.getByRole("heading", { name: "Needs attention", level: 1 }).waitFor(PATIENCE);
    const about = new RegExp(`Till ${till.number}\\b`);
    await expect.poll(() => page.getByText(/Loading/).count(), PATIENCE).toBe(0);
    expect(await row(page, "", about).count()).toBe(0);
    await counter.ask("DELETE", `/api/v1/tills/${till.number}`, { reason: "lost" });
    await page.reload();
    const missing = await listed(page, "", about);
    await missing.getByRole("button", { name: "Book as lost" }).click();
    const question = page.getByRole("alertdialog", { name: "Book these entries as lost?" });
    await question.getByRole("button", { name: "Book as lost" }).click();
    await missing.waitFor({ state: "detached", ...PATIENCE });
    await context.close();
  });

  test("ATTN-21, ATTN-25: a cashier may read the rules, and nothing of the issues", async () => {
    const cashier = await counter.join("Yaw", "cashier");
    const { page, context } = await counter.app.visitAs(cashier, { size: DESKTOP });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${counter.app.url}/app/offline-rules`);
    await page.getByRole("heading", { name: "Selling without a network" }).waitFor(PATIENCE);
    const rules = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    expect(rules).toEqual(MERGE_RULES.map(({ meets }) => meets));
    const documented = await readFile("docs/selling-offline.md", "utf8");
    for (const rule of rules) expect(documented).toContain(rule);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Products" }).waitFor();
    expect(await menu.getByRole("link", { name: /^Needs attention/ }).count()).toBe(0);
    expect(asked.filter((path) => path.includes("issues"))).toEqual([]);
    await context.close();
  });
});
