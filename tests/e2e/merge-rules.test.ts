import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const PRICE = 5;
const STOCK = 10;
const SHOWN_OF_ID = 8;

const Sales = z.array(
  z.object({
    id: z.string(),
    receipt_number: z.string(),
    total_amount: z.number(),
    tax_amount: z.number(),
    customer_id: z.nullable(z.string()),
    first_name: z.nullable(z.string()),
  }),
);
const Products = z.array(z.object({ id: z.string(), name: z.string(), stock: z.int() }));
const Story = z.object({ events: z.array(z.object({ recorded_at: z.string() })) });
const Added = z.object({ id: z.string() });
const Tills = z.array(z.object({ till: z.int(), device: z.string() }));

const NAMES = [
  "Last",
  "Repriced",
  "Deleted",
  "Taxed",
  "Counted",
  "Voided",
  "Late",
  "Dear",
  "Owed",
] as const;
type Name = (typeof NAMES)[number];

// Two tills and the owner's screen, in browser windows that share no storage.

describeWith(["postgres", "chromium"], "tills without a network, and changes meanwhile", () => {
  let app: OpenProduct;
  let owner: Signed;
  let till: OpenedPage;
  let other: OpenedPage;
  let office: Page;
  let erased = "";
  const ids = new Map<Name, string>();
  const idOf = (name: Name): string => ids.get(name) ?? "";

  const ask = (method: string, path: string, body?: unknown) =>
    app.api.ask(method, path, { as: owner, body });

  async function openTill(as: Signed): Promise<OpenedPage> {
    const opened = await app.visitAs(as, { size: PHONE });
    await opened.page.goto(`${app.url}/app/sell`);
    await becomeTill(opened.page);
    return opened;
  }

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    const signed = await app.signedIn("newcomer");
    if (signed === undefined) throw new Error("no owner");
    owner = signed;
    for (const name of NAMES) {
      const body = { name, price: PRICE, stock: name === "Last" ? 1 : STOCK };
      ids.set(name, Added.parse(await ask("POST", "/api/products.php", body)).id);
    }
    const customer = { first_name: "Abena", last_name: "Owusu", phone: "020 555 0101" };
    erased = Added.parse(await ask("POST", "/api/customers.php", customer)).id;
    [till, other] = [await openTill(owner), await openTill(owner)];
    office = (await app.visitAs(owner, { size: DESKTOP })).page;
  });
  afterAll(() => app.close());

  /** Sells one, and returns the number of the receipt. */
  async function sell({ page }: OpenedPage, name: Name): Promise<string> {
    await press(page, new RegExp(`^${name}`));
    return pay(page);
  }
  async function pay(page: Page): Promise<string> {
    await payCash(page);
    const paid = page.getByRole("region", { name: "Paid" });
    const number = await paid
      .getByText(/^1-\d+-\d+$/)
      .first()
      .innerText();
    await nextSale(page);
    return number;
  }

  /** Does the work without a network. */
  async function away<Result>({ context }: OpenedPage, work: () => Promise<Result>) {
    await context.setOffline(true);
    const result = await work();
    await context.setOffline(false);
    return result;
  }

  const sales = async () => Sales.parse(await ask("GET", "/api/sales.php?limit=100&page=1"));
  const find = async (receipt: string) =>
    (await sales()).find(({ receipt_number: number }) => number === receipt);
  async function arrives(receipt: string) {
    await expect.poll(() => find(receipt), PATIENCE).toBeDefined();
    return find(receipt);
  }
  async function recordedMs(receipt: string): Promise<number> {
    const sale = await arrives(receipt);
    const found = await ask("GET", `/api/v1/audit/stories/sale/${sale?.id ?? ""}`);
    return Date.parse(Story.parse(found).events[0]?.recorded_at ?? "");
  }
  const stockOf = async (name: Name) =>
    Products.parse(await ask("GET", "/api/products.php")).find((one) => one.name === name)?.stock;

  /** The row of an issue on the owner's screen. */
  async function listed(title: string, about: string) {
    await office.goto(`${app.url}/app/attention`);
    const row = office.getByRole("listitem").filter({ hasText: title }).filter({ hasText: about });
    await row.first().waitFor(PATIENCE);
    return row.first();
  }
  async function resolve(title: string, about: string, how: string): Promise<void> {
    const row = await listed(title, about);
    await row.getByRole("button", { name: how }).click();
    await row.waitFor({ state: "detached", ...PATIENCE });
  }

  test("ATTN-01, ATTN-02, TILL-40, TILL-42: two tills sell the last one: both count, and the owner books it as missing", async () => {
    const [first, second] = await away(till, () =>
      away(other, async () => [await sell(till, "Last"), await sell(other, "Last")] as const),
    );
    // Each till has numbers of its own.
    expect([first, second].map((receipt) => receipt.split("-").at(-1))).toEqual(["1", "1"]);
    await arrives(first);
    await arrives(second);
    expect(await stockOf("Last")).toBe(-1);
    await resolve("Stock of Last is below 0", "Last", "Book as missing");
    expect(await stockOf("Last")).toBe(0);
  });

  test("ATTN-07, TILL-47: a price that changed meanwhile: the sale counts at the price on the receipt", async () => {
    const receipt = await away(till, async () => {
      await ask("PUT", "/api/products.php", { id: idOf("Repriced"), price: 7 });
      return sell(till, "Repriced");
    });
    expect(await arrives(receipt)).toMatchObject({ total_amount: PRICE });
    await resolve("Sold at another price", "Repriced", "It's fine");
  });

  test("ATTN-10, TILL-48: a product that was deleted meanwhile: the sale counts", async () => {
    const receipt = await away(till, async () => {
      await ask("DELETE", `/api/products.php?id=${idOf("Deleted")}`);
      return sell(till, "Deleted");
    });
    expect(await arrives(receipt)).toMatchObject({ total_amount: PRICE });
    await resolve("Sold after it was deleted", "Deleted", "It's fine");
  });

  test("TILL-50: a tax rate that changed meanwhile: the sale counts with the tax that was printed", async () => {
    const receipt = await away(till, async () => {
      await ask("PUT", "/api/v1/settings/business", { tax_rate: 15 });
      return sell(till, "Taxed");
    });
    expect(await arrives(receipt)).toMatchObject({ total_amount: PRICE, tax_amount: 0 });
    await ask("PUT", "/api/v1/settings/business", { tax_rate: 0 });
    await office.goto(`${app.url}/app/attention`);
    await office.getByRole("heading", { name: "Nothing needs attention" }).waitFor(PATIENCE);
  });

  test("TILL-52, TILL-43: a count of the stock meanwhile stays, whatever was sold before it", async () => {
    const receipt = await away(till, async () => {
      const sold = await sell(till, "Counted");
      const body = { id: idOf("Counted"), stock: 7, expected_stock: STOCK };
      await ask("PUT", "/api/products.php", body);
      return sold;
    });
    await arrives(receipt);
    expect(await stockOf("Counted")).toBe(7);
    const next = await sell(till, "Counted");
    await arrives(next);
    expect(await stockOf("Counted")).toBe(6);
  });

  test("TILL-51: a till's sale that the owner voids gives its stock back", async () => {
    const receipt = await away(till, () => sell(till, "Voided"));
    const sale = await arrives(receipt);
    expect(await stockOf("Voided")).toBe(STOCK - 1);
    await ask("DELETE", `/api/sales.php?id=${sale?.id ?? ""}`);
    expect(await stockOf("Voided")).toBe(STOCK);
  });

  test("TILL-25: a till that was removed meanwhile: the owner records what it sold", async () => {
    const third = await openTill(owner);
    const number = /\d/.exec((await third.page.getByText(/^Till \d, /).innerText()) ?? "")?.[0];
    const receipt = await away(third, async () => {
      const sold = await sell(third, "Late");
      await ask("DELETE", `/api/v1/tills/${number}`, { reason: "lost" });
      return sold;
    });
    await resolve("A till's sale was set aside", `Till ${number}`, "Record it");
    expect(await arrives(receipt)).toMatchObject({ total_amount: PRICE });
  });

  test("ATTN-08, ATTN-09, TILL-20, TILL-49: a right and a person that were taken away meanwhile: both sales count, with the name", async () => {
    const admin = await app.signedIn("admin");
    const kofi = await acceptedStaff(
      app.api,
      { owner, admin },
      { email: "kofi@corner.example", role: "manager", first_name: "Kofi", last_name: "Asante" },
    );
    const device = await openTill(kofi);
    const { page } = device;
    const startedMs = Date.now();
    const [unsure, unknown, soldMs] = await away(device, async () => {
      await ask("PUT", `/api/v1/staff/${kofi.user.id}`, { role: "cashier" });
      await press(page, /^Dear/);
      await press(page, /\d items?\b/);
      await press(page, /^Change Dear/);
      await page.getByLabel("Unit price").fill("2");
      await press(page, "Done");
      const cheap = await pay(page);
      await ask("DELETE", `/api/v1/staff/${kofi.user.id}`, {});
      return [cheap, await sell(device, "Dear"), Date.now()] as const;
    });
    expect(await arrives(unsure)).toMatchObject({ total_amount: 2 });
    expect(await arrives(unknown)).toMatchObject({ total_amount: PRICE });
    const title = "Sold without the right to do so";
    await resolve(title, "Kofi Asante had no right to change prices then", "It's fine");
    await resolve(title, "Kofi Asante had no right to sell then", "It's fine");

    // The log has them in the till's order, with its person.
    await office.goto(`${app.url}/app/audit?type=SaleRecorded`);
    const logged = office.getByRole("main").getByRole("button", { name: / Event \d+$/ });
    const byKofi = async (): Promise<string> =>
      (await logged.allInnerTexts())
        .filter((text) => /^Staff \d+, removed, sold 1 x Dear/.test(text))
        .map((text) => /receipt (1-\d+-\d+)/.exec(text)?.[1])
        .join();
    await expect.poll(byKofi, PATIENCE).toBe(`${unknown},${unsure}`);
    await logged.first().click();
    const event = office.getByRole("dialog", { name: /^Event / });
    await event.getByText("A till", { exact: true }).waitFor(PATIENCE);
    const times = await event.locator("dd time").all();
    const [happened = "", recorded = ""] = await Promise.all(
      times.map((time) => time.getAttribute("datetime")),
    );
    expect(Date.parse(happened ?? "")).toBeGreaterThan(startedMs);
    expect(Date.parse(happened ?? "")).toBeLessThanOrEqual(soldMs);
    expect(Date.parse(recorded ?? "")).toBeGreaterThan(soldMs);
    const number = Number(unknown.split("-")[1]);
    const tills = Tills.parse(await ask("GET", "/api/v1/tills"));
    const of = tills.find(({ till: each }) => each === number)?.device ?? "";
    await event.getByText(of.slice(-SHOWN_OF_ID), { exact: true }).waitFor();
    await event.getByText("Hashes and stored text").click();
    await event.getByText(`"device":"${of}","deviceSeq":2,`).waitFor();
  });

  test("TILL-45: a customer who was erased meanwhile: the sale counts and names no one", async () => {
    const receipt = await away(till, async () => {
      await press(till.page, /^Owed/);
      await press(till.page, /\d items?\b/);
      await press(till.page, "Customer");
      await press(till.page, /^Abena Owusu/);
      await ask("POST", `/api/v1/customers/${erased}/erase`, {});
      return pay(till.page);
    });
    const sale = await arrives(receipt);
    expect(sale).toMatchObject({ customer_id: erased, first_name: null, total_amount: PRICE });
    await office.goto(`${app.url}/app/sales`);
    const shortId = (sale?.id ?? "").slice(-SHOWN_OF_ID);
    const row = office.getByRole("row").filter({ hasText: new RegExp(shortId, "i") });
    await row.waitFor(PATIENCE);
    expect(await row.innerText()).not.toContain("Abena");
  });

  test("ATTN-06: one phone number that two devices enter as two customers: both stay until the owner says so", async () => {
    const secondOffice = await app.visitAs(owner, { size: PHONE });
    const enter = async (page: Page, name: string, phone: string): Promise<void> => {
      await page.goto(`${app.url}/app/customers`);
      await press(page, "Add Customer");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("First Name").fill(name);
      await dialog.getByLabel("Last Name").fill("Boateng");
      await dialog.getByLabel("Phone").fill(phone);
      await dialog.getByRole("button", { name: "Add Customer" }).click();
      await dialog.waitFor({ state: "detached", ...PATIENCE });
    };
    await enter(office, "Efua", "024 412 3456");
    await enter(secondOffice.page, "Kojo", "+233 24 412-3456");
    await secondOffice.context.close();
    await resolve("Customers have the same phone number", "Efua Boateng", "Keep both");
    await office.goto(`${app.url}/app/customers`);
    for (const name of ["Efua Boateng", "Kojo Boateng"]) {
      await office.getByText(name).first().waitFor(PATIENCE);
    }
  });

  test("TILL-35: a business that was suspended meanwhile: earlier sales count, later ones stay on the till", async () => {
    const admin = await app.signedIn("admin");
    const setStatus = (status: string) =>
      app.api.ask("PUT", `/api/super-admin.php/${owner.tenant.id}`, {
        as: admin,
        body: { status },
      });
    const [before, after] = await away(till, async () => {
      const sold = await sell(till, "Dear");
      await setStatus("suspended");
      return [sold, await sell(till, "Dear")] as const;
    });
    await till.page.getByText("Suspended").first().waitFor(PATIENCE);
    await press(till.page, /Suspended/);
    const sheet = till.page.getByRole("dialog", { name: /^Till \d/ });
    await sheet.getByText(after).waitFor(PATIENCE);
    await till.page.keyboard.press("Escape");
    const activeMs = Date.now();
    await setStatus("active");
    // The suspension ended every session, but not what the till signs.
    const { email } = owner.user;
    owner = await app.api.signIn("/auth/login.php", { email, password: "correct horse battery" });
    await press(till.page, /to send|Suspended/);
    await press(till.page, "Send now");
    expect(await recordedMs(after)).toBeGreaterThan(activeMs);
    expect(await recordedMs(before)).toBeLessThan(activeMs);
  });
});
