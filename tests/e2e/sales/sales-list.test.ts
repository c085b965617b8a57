import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { issueRow, says } from "#tests/e2e/attention/issue-rows.ts";
import {
  createAdder,
  expectFailedLoads,
  refuses,
  staffOf,
  START,
} from "#tests/e2e/products/shop-hands.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const A_DAY_MS = 86_400_000;
const PAGE = 50;
const FIRST = "Get started by recording your first sale";

const Answer = z.object({ data: z.object({ id: z.string() }) });

/** A shop with one product. */
async function openShop(app: OpenProduct, name: string) {
  const owner = await app.newShop(name);
  const add = createAdder(app, owner);
  const product_id = await add("products", { name: "Key Soap", price: 5, stock: 5_000 });
  const sell = (quantity: number, more: object = {}, by = owner) => {
    const items = [{ product_id, quantity, unit_price: 5 }];
    return createAdder(app, by)("sales", { items, payment_method: "cash", ...more });
  };
  /** As a client of before does, whose requests have no key. */
  const sellWithoutKey = async (quantity: number): Promise<string> => {
    const answer = await fetch(`${app.url}/api/sales.php`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        items: [{ product_id, quantity, unit_price: 5 }],
        payment_method: "cash",
      }),
    });
    return Answer.parse(await answer.json()).data.id;
  };
  return { owner, add, sell, sellWithoutKey };
}

describeWith(["postgres", "chromium"], "the list of sales in a browser", () => {
  let app: OpenProduct;
  let shop: Awaited<ReturnType<typeof openShop>>;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openShop(app, "Listed Sales");
  });
  afterAll(() => app.close());

  const rows = (page: Page) => page.getByRole("main").getByRole("row");
  const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });
  const visit = async (as: Signed, path = "/app/sales", size = DESKTOP) => {
    const { page } = await app.visitAs(as, { size });
    await page.goto(`${app.url}${path}`);
    await rows(page).nth(1).waitFor(START);
    return page;
  };
  const sumOf = (page: Page, text: string) =>
    page.getByRole("status").getByText(text, { exact: true }).waitFor();
  const voiding = (page: Page) => page.getByRole("alertdialog");

  test("SALE-01, SALE-02: a row has number, id, customer, items, payment, sum and time, and is found by customer or id", async () => {
    const { owner, add, sell } = shop;
    const names = { first_name: "Kwame", last_name: "Boateng" };
    const customer_id = await add("customers", names);
    const known = await sell(247, { customer_id, payment_method: "mobile_money" });
    const walkIn = await sell(3);
    const page = await visit(owner);
    const row = rowOf(page, "Kwame Boateng");
    const text = (await row.innerText()).replaceAll(/\s+/g, " ");
    for (const part of [known.slice(-8), "Kwame Boateng", "247", "Mobile money", "1,235.00"]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/^1-\d+(-\d+)? /);
    expect(text).toMatch(/\d\d:\d\d/);
    await rowOf(page, walkIn.slice(-8)).getByText("Walk-in Customer").waitFor();

    const search = page.getByRole("searchbox", { name: "Search sales" });
    for (const [words, found] of [
      ["kwame", known],
      [walkIn.slice(-8), walkIn],
    ] as const) {
      await search.fill(words);
      await page.getByText("1 sale", { exact: true }).waitFor();
      await rowOf(page, found.slice(-8)).waitFor();
      expect(await rows(page).count()).toBe(2);
    }
    await search.fill("no such sale");
    await page.getByText("Try adjusting your search criteria").waitFor();
    await page.close();
  });

  test("SALE-16, SALE-17, SALE-18: owner and manager void after one question with a reason, in the list and in the sale", async () => {
    const { owner, sell } = shop;
    const [first, second] = [await sell(4), await sell(6)];
    const cashier = await visit(await staffOf(app, owner, "cashier"));
    expect(await cashier.getByRole("button", { name: /^Void/ }).count()).toBe(0);
    await cashier.goto(`${app.url}/app/sales?sale=${first}`);
    await cashier.getByRole("article", { name: "Receipt" }).waitFor(START);
    expect(await cashier.getByRole("button", { name: /^Void/ }).count()).toBe(0);
    await cashier.close();

    const page = await visit(await staffOf(app, owner, "manager"));
    const question = voiding(page);
    const confirm = question.getByRole("button", { name: "Void sale" });
    await rowOf(page, first.slice(-8))
      .getByRole("button", { name: /^Void sale/ })
      .click();
    await question.getByText("Are you sure you want to delete this sale?").waitFor();
    await confirm.click();
    await question.locator("p, span").getByText("Choose a reason", { exact: true }).waitFor();
    await question.getByLabel("Reason").selectOption("Wrong product");
    await confirm.click();
    await question.waitFor({ state: "detached" });
    await rowOf(page, first.slice(-8)).waitFor({ state: "detached" });

    await page.goto(`${app.url}/app/sales?sale=${second}`);
    const sale = page.getByRole("dialog", { name: /^Sale / });
    await sale.getByRole("button", { name: "Void sale" }).click(START);
    await question.getByText("Are you sure you want to delete this sale?").waitFor();
    await question.getByLabel("Reason").selectOption("Another reason");
    await confirm.click();
    await question.getByText("Enter a reason").waitFor();
    await question.getByLabel("What happened").fill("Customer came back");
    await confirm.click();
    const receipt = page.getByRole("article", { name: "Receipt" });
    await receipt.getByText("VOID", { exact: true }).waitFor();
    await receipt.getByText("Customer came back").waitFor();
    expect(await sale.getByRole("button", { name: "Void sale" }).count()).toBe(0);
    await page.goto(`${app.url}/app/inventory?moves=none`);
    await page.getByRole("button", { name: /^Key Soap/ }).click(START);
    const moves = page.getByRole("dialog", { name: "Stock movements" }).getByRole("listitem");
    for (const back of ["+ 4", "+ 6"]) await moves.getByText(back, { exact: true }).waitFor();
    await page.close();
  });

  test("SALE-19: sales that do not load say why, and are tried again", async () => {
    await shop.sell(1);
    const { page } = await app.visitAs(shop.owner, { size: PHONE });
    await expectFailedLoads(page, {
      address: `${app.url}/app/sales`,
      reads: "/api/sales.php",
      failed: "Failed to load sales",
      broken: "Error loading sales",
      loaded: rows(page).nth(1),
    });
    await page.close();
  });

  test("ATTN-15, SALE-21: a sale that may be a duplicate is marked, needs attention with the earlier one, and one press voids it", async () => {
    const { owner, sellWithoutKey } = shop;
    const first = await sellWithoutKey(21);
    const double = await sellWithoutKey(21);
    const page = await visit(owner);
    await rowOf(page, double.slice(-8)).getByText("Possible duplicate").waitFor();
    const issue = issueRow(page, "A sale may be recorded twice", "21 x Key Soap");
    await page.goto(`${app.url}/app/attention`);
    await issue.waitFor(START);
    expect(await issue.getByRole("term").allInnerTexts()).toEqual(["This sale", "The earlier one"]);
    const one = /: 21 x Key Soap for GH₵105\.00, sold by Esi Quaye$/;
    await says(issue, one, one);
    const sales = await issue.getByRole("link", { name: /^Sale 1-1-/ }).all();
    const leads = await Promise.all(sales.map((sale) => sale.getAttribute("href")));
    expect(leads).toEqual([first, double].map((id) => `/app/sales?sale=${id}`));
    await issue.getByRole("link", { name: "Void it" }).click();
    await page.getByRole("button", { name: "Void as a duplicate" }).click();
    await page
      .getByRole("article", { name: "Receipt" })
      .getByText("VOID", { exact: true })
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect.poll(() => rowOf(page, "105.00").count()).toBe(1);
    expect(await rowOf(page, double.slice(-8)).count()).toBe(0);
    await page.getByRole("link", { name: /^Needs attention/ }).click();
    await page.getByRole("heading", { name: "Nothing needs attention" }).waitFor(START);
    await page.close();
  });

  test("SALE-27: an empty list invites to the first sale, but not a stock keeper", async () => {
    const empty = await app.newShop("No Sales");
    const open = async (as: Signed) => {
      const { page } = await app.visitAs(as, { size: PHONE });
      await page.goto(`${app.url}/app/sales`);
      await page.getByText(FIRST).waitFor(START);
      return page;
    };
    const keeper = await open(await staffOf(app, empty, "stock_keeper"));
    expect(await keeper.getByRole("button", { name: "New Sale" }).count()).toBe(0);
    await keeper.close();
    const page = await open(empty);
    await page.getByRole("main").getByRole("button", { name: "New Sale" }).click();
    await page.getByRole("dialog", { name: "Enter a past sale" }).waitFor();
    await page.close();
  });

  test("SALE-22, SALE-26, SALE-28, SALE-31: periods of days, which the address keeps, have their sums, without what was voided", async () => {
    const { owner, sell } = await openShop(app, "Daily Sales");
    const ago = (days: number) => {
      const day = new Date(Date.now() - days * A_DAY_MS).toISOString().slice(0, 10);
      return { occurred_at: `${day}T12:00:00.000Z` };
    };
    await sell(1);
    const late = await sell(2, ago(1));
    await sell(4, ago(1));
    await sell(8, ago(5));
    await sell(16, ago(20));
    const page = await visit(owner);
    const period = page.getByRole("combobox", { name: "Period" });
    expect(await period.getByRole("option").allInnerTexts()).toEqual([
      "All sales",
      "Today",
      "Yesterday",
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
    ]);
    await sumOf(page, "GH₵155.00");
    for (const [label, count, sum] of [
      ["Today", "1 sale today", "GH₵5.00"],
      ["Yesterday", "2 sales yesterday", "GH₵30.00"],
      ["Last 7 days", "4 sales in the last 7 days", "GH₵75.00"],
      ["Last 30 days", "5 sales in the last 30 days", "GH₵155.00"],
    ] as const) {
      await period.selectOption({ label });
      await page.getByText(count, { exact: true }).waitFor();
      await sumOf(page, sum);
    }
    await page.reload();
    await page.getByText("5 sales in the last 30 days").waitFor(START);
    await page.goto(`${app.url}/app/sales?period=yesterday&sale=${late}`);
    const receipt = page.getByRole("article", { name: "Receipt" });
    await receipt.getByText("Recorded").waitFor(START);
    expect((await receipt.innerText()).match(/\d+ \w+ \d{4}, \d\d:\d\d/g)).toHaveLength(2);
    await page.getByRole("button", { name: "Void sale" }).last().click();
    await voiding(page).getByLabel("Reason").selectOption("Wrong amount");
    await voiding(page).getByRole("button", { name: "Void sale" }).click();
    await receipt.getByText("VOID", { exact: true }).waitFor();
    await voiding(page).waitFor({ state: "detached" });
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await receipt.waitFor({ state: "detached" });
    await page.getByText("1 sale yesterday").waitFor();
    await sumOf(page, "GH₵20.00");
    await period.selectOption({ label: "Today" });
    await sumOf(page, "GH₵5.00");
    await page.close();

    const cashier = await visit(await staffOf(app, owner, "cashier"));
    await cashier.getByText("4 sales", { exact: true }).waitFor();
    expect(await cashier.getByRole("status").getByText(/GH₵/).count()).toBe(0);
    await cashier.close();
  });

  test("SALE-41, SALE-42, SALE-43: is narrowed to a person and to a payment, also of a split sale, whose part the sum is, and voided sales have none", async () => {
    const { owner, sell } = await openShop(app, "Shared Sales");
    const cashier = await staffOf(app, owner, "cashier");
    await sell(10);
    await sell(20, { payment_method: "card" });
    await sell(3, { payment_method: "card" }, cashier);
    const halves = ["mobile_money", "card"].map((method) => ({ method, amount: 50 }));
    await sell(20, { payment_method: undefined, tenders: halves });
    const page = await visit(owner);
    await sumOf(page, "GH₵265.00");
    await page.getByRole("button", { name: "Filters" }).click();
    const choose = (name: string, label: string) =>
      page.getByRole("combobox", { name }).selectOption({ label });
    // A row names the first payment, and the one that is asked for.
    for (const [method, sum, found, split] of [
      ["Cash", "GH₵50.00", 1, []],
      ["Mobile money", "GH₵50.00", 1, ["Mobile money"]],
      ["Card", "GH₵165.00", 3, ["Mobile money, Card"]],
    ] as const) {
      await choose("Payment", method);
      await sumOf(page, sum);
      await expect.poll(() => rows(page).count(), START).toBe(1 + found);
      const named = page.getByRole("cell").filter({ hasText: "Mobile money" });
      await expect.poll(() => named.allInnerTexts(), START).toEqual(split);
    }
    await choose("Staff", "Afia Badu");
    await sumOf(page, "GH₵15.00");
    await expect.poll(() => rows(page).count()).toBe(2);
    await rows(page)
      .getByRole("button", { name: /^Void sale/ })
      .click();
    await voiding(page).getByLabel("Reason").selectOption("Wrong amount");
    await voiding(page).getByRole("button", { name: "Void sale" }).click();
    await page.getByText("Try adjusting your search criteria").waitFor();
    await choose("State", "Voided");
    await rowOf(page, "15.00").getByText("Voided").waitFor();
    expect(await page.getByRole("status").getByText(/GH₵/).count()).toBe(0);
    await choose("Staff", "All staff");
    await choose("State", "All states");
    await expect.poll(() => rows(page).count()).toBe(4);
    await sumOf(page, "GH₵150.00");
    await page.close();

    const narrow = await visit(cashier);
    await narrow.getByRole("button", { name: "Filters" }).click();
    await narrow.getByRole("combobox", { name: "State" }).waitFor();
    expect(await narrow.getByRole("combobox", { name: "Staff" }).count()).toBe(0);
    await narrow.close();
  });

  test("SALE-73: a past date is sorted as well, and a page that does not load keeps the rows and is tried again", async () => {
    const { owner, sell } = await openShop(app, "Sorted Sales");
    for (let quantity = 1; quantity <= PAGE + 1; quantity += 1) await sell(quantity);
    const then = new Date().toISOString();
    await sell(1_000);
    const page = await visit(owner, `/app/sales?as_of=${encodeURIComponent(then)}`);
    await page.getByText("51 sales", { exact: true }).waitFor();
    const sort = () =>
      page.getByRole("columnheader", { name: "Total" }).getByRole("button").click();
    const expectFirst = (total: string) =>
      expect.poll(() => rows(page).nth(1).innerText()).toContain(total);
    await sort();
    await expectFirst("GH₵5.00");
    await sort();
    await expectFirst("GH₵255.00");
    expect(await rowOf(page, "5,000.00").count()).toBe(0);

    const isSorted = ({ pathname }: URL) => pathname === "/api/v1/sales";
    await page.route(isSorted, refuses(403, "The shop is being moved."));
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The shop is being moved.").waitFor();
    expect(await rows(page).count()).toBe(1 + PAGE);
    await page.unroute(isSorted);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expectFirst("GH₵5.00");
    await page.close();
  });
});
