import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { Entry } from "#kernel/contract/api/till/entries.ts";
import { CustomerId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { MERGE_RULES } from "#kernel/contract/merge-rules.ts";
import { issueStream, newId } from "#kernel/node/ids.ts";
import { type Counter, MILK, openCounter, PATIENCE } from "#tests/e2e/sell/counter.ts";
import { DESKTOP, PHONE, storeSession } from "#tests/kit/browser/browser.ts";
import { storedOf } from "#tests/kit/browser/screens/api.ts";
import { nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { enrolTill, soldAt } from "#tests/kit/till/sending-till.ts";

import { isGone, isRefused, issueRow as row, listed, says } from "./issue-rows.ts";
import { sendTwice } from "./send-twice.ts";

const RESOLVE = "**/api/v1/issues/**";

const Tills = z.array(z.object({ till: z.int(), missing_entries: z.int() }));
const Added = z.object({ id: z.string() });
const Stocks = z.array(z.object({ stock: z.number() }));
const Events = z.object({ events: z.array(z.object({ sentence: z.string() })) });

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
    await isRefused(first, reason);
    await page.unroute(RESOLVE);
    await first.getByRole("button", { name: "It's fine" }).click();
    await isGone(first);
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
    await isGone(aside);
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
    await isGone(missing);
    await context.close();
  });

  const stocks = async (): Promise<number> =>
    Stocks.parse(await counter.ask("GET", "/api/products.php")).reduce(
      (sum, { stock }) => sum + stock,
      0,
    );

  test("ATTN-11, ATTN-12, ATTN-13, ATTN-14, ATTN-16, TILL-20, TILL-44, TILL-46, TILL-157: what the server knows otherwise than the till is recorded and listed with both versions, until it is voided", async () => {
    const rice = { id: await addProduct("Sent rice", 50), name: "Sent rice" };
    const till = await enrolTill({ ...counter.app, owner: counter.owner });
    await counter.ask("PUT", "/api/v1/settings/business", { tax_rate: 20 });
    const { seq: basis } = (await till.deliver([])).log;
    const before = await stocks();
    const taxed = soldAt(till, [{ ...rice, quantity: 2 }], { entry: { basis } });
    await till.deliver([taxed]);
    await counter.ask("PUT", "/api/v1/settings/business", { tax_rate: 0 });
    const customer = { id: CustomerId.parse(newId()), name: "Kofi Nowhere" };
    const gari = soldAt(till, [{ id: newId(), name: "Gari", quantity: 2 }, rice]);
    const named = soldAt(till, [rice], { body: { customer } });
    const strange = soldAt(till, [rice], { entry: { person: UserId.parse(randomUUID()) } });
    const late = soldAt(till, [rice], { entry: { at: Date.parse("2099-01-01T10:00:00Z") } });
    await till.deliver([gari, named, strange, late]);

    const { page, context } = await openOffice();
    const of = new RegExp(`Till ${till.till}, Back room`);
    const clock = await listed(page, "The till's clock was wrong", of);
    await says(clock, /on 1 Jan 2099, 10:00:00$/, /^That cannot be\. It counts on \d/);
    const sum = await listed(page, "The till made another sum", of);
    await says(
      sum,
      /^GH₵10\.00, with GH₵0\.00 tax at 0 %$/,
      /GH₵10\.00, with GH₵1\.67 tax at 20 %$/,
    );
    await counter.ask("DELETE", `/api/sales.php?id=${taxed.id}`, { reason: "Returned" });

    const unproved = await listed(page, "Sold by a person who is not known", of);
    await says(unproved, /by someone who is not on the staff$/, /^This person was not on your/);
    const receiptOf = async (issue: Locator) => {
      await issue.getByRole("link", { name: /^Sale 1-/ }).click();
      const receipt = page.getByRole("dialog").getByRole("article", { name: "Receipt" });
      await receipt.waitFor(PATIENCE);
      const text = await receipt.innerText();
      await page.goBack();
      await receipt.waitFor({ state: "detached", ...PATIENCE });
      return text;
    };
    const stranger = await listed(page, "Sold to a customer who is not in your list", of);
    await says(stranger, /^1 x Sent rice for GH₵5\.00, sold by /, /, so the sale has none$/);
    const receipt = await receiptOf(stranger);
    expect(receipt).toContain("Sent rice");
    expect(receipt).not.toContain("Kofi");
    const sold = await counter.ask("GET", `/api/v1/sales/${named.id}`);
    expect(sold).toMatchObject({ customer_id: null });
    const unknown = await listed(page, "Sold a product that is not in your list", of);
    await says(unknown, /^2 x Gari, GH₵10\.00$/, /^There is no such product, so no stock changed$/);
    expect(await receiptOf(unknown)).toMatch(/Gari[^]*15\.00/);
    // Rice of four sales; what was voided came back.
    expect(await stocks()).toBe(before - 4);

    await isGone(sum);
    expect(await clock.count()).toBe(1);

    await page.goto(`${counter.app.url}/app/reports?period=7&by=product`);
    const figure = page.getByTitle("History of Sales, Unknown product");
    await figure.filter({ hasText: "10.00" }).first().click(PATIENCE);
    const events = page.getByRole("dialog", { name: "Sales, Unknown product" });
    const event = events.getByRole("listitem").filter({ hasText: /10\.00$/ });
    await event.getByRole("link").click(PATIENCE);
    await page
      .getByText(/sold 2 x Gari/)
      .first()
      .waitFor(PATIENCE);
    await context.close();
  });

  test("ATTN-17, ATTN-18: a manager resolves an issue once, under its own id and in its own way; other roles neither see nor resolve it", async () => {
    const till = await enrolTill({ ...counter.app, owner: counter.owner });
    const sale = soldAt(till, [{ id: newId(), name: "Fonio" }]);
    await till.deliver([sale]);
    const [manager, ...others] = await Promise.all(
      ["manager", "cashier", "stock_keeper", "accountant", "auditor"].map((role) =>
        counter.join(`Kojo.${role}`, role),
      ),
    );
    if (manager === undefined) throw new Error("no manager");
    const kind = "product-unknown";
    const pathOf = (thing: string) =>
      `/api/v1/issues/${issueStream(TenantId.parse(counter.owner.tenant.id), kind, thing)}`;
    const { page, context } = await counter.app.visitAs(manager, { size: DESKTOP });
    await page.goto(`${counter.app.url}/app/attention`);
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: /^Needs attention/ }).waitFor(PATIENCE);
    const fonio = await listed(page, "Sold a product that is not in your list", "Fonio");
    const fine = fonio.getByRole("button", { name: "It's fine" });
    const body = { kind, thing: sale.id, how: "fine" };
    const elsewhere = newId();
    for (const [path, changed, reason] of [
      [pathOf(sale.id), { how: "missing" }, "This issue cannot be resolved in this way."],
      [pathOf(elsewhere), {}, "There is no such issue."],
      [pathOf(elsewhere), { thing: elsewhere }, "There is no such issue."],
    ] as const) {
      const url = `${counter.app.url}${path}`;
      const postData = JSON.stringify({ ...body, ...changed });
      await page.route(RESOLVE, (route) => route.continue({ url, postData }), { times: 1 });
      await fine.click();
      await isRefused(fonio, reason);
    }
    for (const as of others) {
      const ask = (method: string, path: string, of?: unknown) =>
        counter.app.api.ask(method, path, { as, body: of });
      await expect(ask("GET", "/api/v1/issues")).rejects.toThrow(": 403 ");
      await expect(ask("POST", pathOf(sale.id), body)).rejects.toThrow(": 403 ");
    }
    expect(await fonio.count()).toBe(1);
    await page.route(RESOLVE, sendTwice);
    await fine.click();
    await isGone(fonio);
    const found = await counter.ask("GET", "/api/v1/audit/events?type=IssueResolved");
    const { events } = Events.parse(found);
    const said = events.map(({ sentence }) => sentence);
    expect(said.filter((sentence) => sentence.startsWith("Kojo.manager"))).toHaveLength(1);

    await page.unroute(RESOLVE);
    for (const as of others) {
      await storeSession(page, storedOf(as));
      await page.goto(`${counter.app.url}/app/attention`);
      await page
        .getByRole("heading", { name: "You don't have access to this page" })
        .waitFor(PATIENCE);
      await menu.getByRole("link", { name: "Products" }).waitFor(PATIENCE);
      expect(await menu.getByRole("link", { name: /^Needs attention/ }).count()).toBe(0);
    }
    await context.close();
  });

  test("ATTN-31, ATTN-32, ATTN-34: an entry that was set aside is recorded once as the sale of its person, stays with the reason, or has lost what it said", async () => {
    const corn = { id: await addProduct("Aside corn", 50), name: "Aside corn" };
    const kofi = await counter.join("Kofi", "cashier");
    const yaa = { first_name: "Yaa", last_name: "Mensah" };
    const customer = {
      id: CustomerId.parse(await add("/api/customers.php", yaa)),
      name: "Yaa Mensah",
    };
    const till = await enrolTill({ ...counter.app, owner: counter.owner });
    await till.deliver([
      soldAt(till, [corn], { body: { totalMinor: 1 } }),
      soldAt(till, [corn], { body: { totalMinor: 2, customer } }),
    ]);
    const at = Date.now();
    await counter.ask("DELETE", `/api/v1/tills/${till.till}`, { reason: "lost" });
    const person = UserId.parse(kofi.user.id);
    const late = soldAt(till, [{ ...corn, quantity: 3 }], { entry: { person, at } });
    await till.deliver([late]);

    const { page, context } = await openOffice();
    const title = "A till's sale was set aside";
    const entry = (number: number) =>
      listed(page, title, new RegExp(`Till ${till.till}, .*Entry ${number}, by`, "s"));
    const choose = (issue: Locator, name: string) => issue.getByRole("button", { name }).click();
    const erased = await entry(2);
    const why = /^Not recorded, because its lines, tax and payments do not add up\.$/;
    await says(erased, /: 1 x Aside corn for GH₵0\.02$/, why);
    await counter.ask("POST", `/api/v1/customers/${customer.id}/erase`, {});

    const wrong = await entry(1);
    const sums = "its lines, tax and payments do not add up.";
    await choose(wrong, "Record it");
    await isRefused(wrong, `This still cannot be recorded: ${sums}`);
    const third = await entry(3);
    await says(third, /by Kofi Annan: 3 x Aside corn for GH₵15\.00$/, /the till was removed/);
    await page.route(RESOLVE, sendTwice);
    await choose(third, "Record it");
    await isGone(third);
    await page.unroute(RESOLVE);
    await says(erased, /: what it said is not kept$/, why);
    await choose(erased, "Record it");
    await isRefused(erased, "The customer of this entry was erased, so what the till said is not");
    await choose(erased, "Discard");
    await choose(page.getByRole("alertdialog"), "Discard");
    await isGone(erased);
    expect(await wrong.count()).toBe(1);

    await page.goto(`${counter.app.url}/app/audit`);
    const logged = (text: string) =>
      page.getByRole("button", { name: / Event \d+$/ }).filter({ hasText: text });
    const decided = `Kofi Annan recorded an entry of till ${till.till} that was set aside, as Esi Quaye decided`;
    await logged(decided).waitFor(PATIENCE);
    const sale = logged("Kofi Annan sold 3 x Aside corn for GH₵15.00");
    expect(await sale.count()).toBe(1);
    await sale.click();
    const event = page.getByRole("dialog", { name: /^Event / });
    await event.locator(`time[datetime="${new Date(at).toISOString()}"]`).waitFor(PATIENCE);
    await context.close();
  });

  test("ATTN-04: what a till reported and did not send is listed after an hour without a call, and waits until there is more", async () => {
    const till = await enrolTill({ ...counter.app, owner: counter.owner });
    const call = async (entries: readonly Entry[], made: number, minutesAgo: number) => {
      await till.deliver(entries, { told_seq: made });
      await counter.app.query(
        "update ops.tills set contact_ms = contact_ms - $1 where tenant_id = $2 and till = $3",
        [minutesAgo * 60_000, till.tenantId, till.till],
      );
    };
    const { page, context } = await openOffice();
    const of = new RegExp(`Till ${till.till}, Back room`);
    const open = async (title: string) => {
      await page.reload();
      await listed(page, "Sold a product that is not in your list", of);
      return row(page, title, of);
    };
    await call([soldAt(till, [{ id: newId(), name: "Lost maize" }])], 5, 59);
    expect(await (await open("not arrived")).count()).toBe(0);
    await call([], 5, 61);
    const missing = await open("4 entries have not arrived");
    await says(missing, /^The till made 5 entries$/, /^1 entry is here; the rest comes when/);
    await missing.getByRole("button", { name: "Wait" }).click();
    await isGone(missing);
    await call([], 6, 61);
    await (await open("5 entries have not arrived")).waitFor(PATIENCE);
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
