import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createAdder, staffOf, START } from "#tests/e2e/products/shop-hands.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SETTINGS = "/api/v1/settings/business";
const LINK = /\/r\/[\w-]{22}$/;
const A_DAY_MS = 86_400_000;
const MOST_EMAILS = 20;
const UNREACHED = "This sale has not reached the server yet.";
const SHOP = {
  address: "14 Oxford Street, Osu, Accra",
  phone: "024 455 0182",
  receipt_footer: "Come again!",
};

describeWith(["postgres", "chromium"], "the receipt of a sale in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  let add: ReturnType<typeof createAdder>;
  let soap: string;
  let kwame: string;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    owner = await app.newShop("Printed Provisions");
    add = createAdder(app, owner);
    soap = await add("products", { name: "Key Soap", price: 5, stock: 900 });
    const names = { first_name: "Kwame", last_name: "Boateng" };
    kwame = await add("customers", { ...names, phone: "024 811 4470" });
    await setShop({ ...SHOP, tax_rate: 15, tax_mode: "inclusive" });
  });
  afterAll(() => app.close());

  const setShop = (body: object) => app.api.ask("PUT", SETTINGS, { as: owner, body });
  const sell = (more: object = {}) => {
    const items = [{ product_id: soap, quantity: 23, unit_price: 5 }];
    return add("sales", { items, payment_method: "cash", ...more });
  };
  const receiptOf = (page: Page) => page.getByRole("article", { name: "Receipt" });
  const openSale = async (page: Page, sale: string, seen = SHOP.address) => {
    await page.goto(`${app.url}/app/sales?sale=${sale}`);
    await receiptOf(page).getByText(seen, { exact: false }).waitFor(START);
  };
  const visit = async (sale: string, as: Signed = owner, size = DESKTOP) => {
    const opened = await app.visitAs(as, { size });
    await openSale(opened.page, sale);
    return opened;
  };
  const way = (page: Page, name: string) => page.getByRole("link", { name });
  const addressOf = async (page: Page, name: string) =>
    decodeURIComponent((await way(page, name).getAttribute("href")) ?? "");
  const expectAddress = (page: Page, name: string, like: RegExp) =>
    expect.poll(() => addressOf(page, name), START).toMatch(like);

  test("SALE-14: shows shop, number, time, lines, sums, tax, payment and change", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
    await press(/^Key Soap/);
    await press(/^Key Soap/);
    await press(/^Charge/);
    await page.getByRole("button", { name: "GH₵20", exact: true }).click();
    const paid = await page.getByRole("region", { name: "Paid" }).innerText();
    const number = /\d+-\d+-\d+/.exec(paid)?.[0];
    await page.goto(`${app.url}/app/sales`);
    // The page may have been left before the till has sent it.
    const sold = page.getByRole("button", { name: new RegExp(` sale ${number}$`) });
    await sold.first().click(START);
    await receiptOf(page).getByText("Change").waitFor();
    // It comes with the settings, after the sale.
    await receiptOf(page).getByText("Come again!").waitFor();
    const text = (await receiptOf(page).innerText()).replaceAll(/\s+/g, " ");
    for (const part of ["Printed Provisions", SHOP.address, SHOP.phone, "Come again!"]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/1-\d+-1 /);
    expect(text).toMatch(/\d+ \w+ \d{4}, \d\d:\d\d/);
    expect(text).toMatch(/Key Soap.* 2 × 5\.00.* 10\.00/);
    expect(text).toMatch(/Total GH₵10\.00/);
    expect(text).toMatch(/15%\D*1\.30/);
    expect(text).toMatch(/Cash\D* 20\.00.*Change 10\.00/);
    await page.close();
  });

  test("SALE-32, SALE-34: goes out by WhatsApp, SMS, any app or paper, and the way is marked next time", async () => {
    const sale = await sell({ customer_id: kwame });
    const { page, context } = await app.visitAs(owner, { size: PHONE });
    await context.addInitScript(() => {
      const share = async ({ text = "" }: ShareData) => {
        document.documentElement.dataset["shared"] = text;
      };
      Object.defineProperty(navigator, "share", { value: share });
      window.print = () => {
        document.documentElement.dataset["printed"] = "yes";
      };
    });
    const left = (name: "shared" | "printed") =>
      page.evaluate((key) => document.documentElement.dataset[key] ?? "", name);
    await openSale(page, sale);
    const text =
      /Printed Provisions\n[^]*Customer: Kwame Boateng\n[^]*Key Soap, 23 × 5\.00: 115\.00/;
    await expectAddress(page, "WhatsApp", /^https:\/\/wa\.me\/233248114470\?text=/);
    await expectAddress(page, "SMS", /^sms:\+233248114470\?&body=/);
    for (const name of ["WhatsApp", "SMS"]) await expectAddress(page, name, text);
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => left("shared")).toMatch(text);
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => left("printed")).toBe("yes");

    const ground = (name: string) =>
      page
        .getByRole("button", { name })
        .or(way(page, name))
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const plain = await ground("SMS");
    await expect.poll(() => ground("Print")).not.toBe(plain);
    await openSale(page, await sell({ customer_id: kwame }));
    await expectAddress(page, "SMS", /^sms:\+233/);
    await expect.poll(() => ground("Print")).not.toBe(plain);
    expect(await ground("SMS")).toBe(plain);

    // A walk-in is chosen in the app, and has no habit.
    await openSale(page, await sell());
    await expectAddress(page, "WhatsApp", /^https:\/\/wa\.me\/\?text=/);
    expect(await ground("Print")).toBe(plain);
    await page.close();
  });

  test("SALE-33: a number without its country is not filled in by a shop elsewhere", async () => {
    const { user } = await app.newShop("Elsewhere Provisions");
    const credentials = { email: user.email, password: STAFF_PASSWORD };
    const before = await app.api.signIn("/auth/login.php", credentials);
    const body = { timezone: "America/New_York", address: SHOP.address };
    await app.api.ask("PUT", SETTINGS, { as: before, body });
    const as = await app.api.signIn("/auth/login.php", credentials);
    const there = createAdder(app, as);
    const product_id = await there("products", { name: "Bread", price: 5, stock: 9 });
    const saleTo = async (phone: string) => {
      const customer = { first_name: "Ann", last_name: "Smith", phone };
      const customer_id = await there("customers", customer);
      const items = [{ product_id, quantity: 1, unit_price: 5 }];
      return there("sales", { customer_id, items, payment_method: "cash" });
    };
    const withCountry = await saleTo("+1 212 555 0100");
    const without = await saleTo("024 811 4470");
    const { page } = await visit(withCountry, as);
    await expectAddress(page, "WhatsApp", /^https:\/\/wa\.me\/12125550100\?text=/);
    const asked = page.waitForResponse((response) => response.url().includes("/api/customers.php"));
    await openSale(page, without);
    await asked;
    await expectAddress(page, "WhatsApp", /^https:\/\/wa\.me\/\?text=/);
    await expectAddress(page, "SMS", /^sms:\?&body=/);
    await page.close();
  });

  test("SALE-59: the owner turns the links of receipts off and on in the settings", async () => {
    const sale = await sell();
    const { page } = await visit(sale);
    await expectAddress(page, "SMS", LINK);
    for (const isOn of [false, true]) {
      await page.goto(`${app.url}/app/settings?tab=business`);
      const links = page.getByRole("switch", { name: "Receipts online" });
      await links.click(START);
      expect(await links.isChecked()).toBe(isOn);
      const saved = page.waitForResponse((response) => response.url().endsWith(SETTINGS));
      await page.getByRole("main").locator("button[type=submit]").last().click();
      expect((await saved).status()).toBe(200);
      await openSale(page, sale);
      await expectAddress(page, "SMS", isOn ? LINK : /Come again!$/);
    }
    await page.close();
  });

  test("SALE-64: is emailed by those who see customers, of a sale of their own shop, at most 20 times", async () => {
    const email = "ama@customers.example";
    const send = (as: Signed, of: string) =>
      app.api.ask("POST", `/api/v1/sales/${of}/receipt-email`, { as, body: { email } });
    const sale = await sell();
    const auditor = await staffOf(app, owner, "auditor");
    const reader = await visit(sale, auditor);
    await reader.page.getByRole("button", { name: "Print" }).waitFor();
    expect(await reader.page.getByRole("button", { name: "Email" }).count()).toBe(0);
    await expect(send(auditor, sale)).rejects.toThrow(/: 403 /);
    await reader.page.close();

    const other = await app.newShop("Other Provisions");
    await expect(send(other, sale)).rejects.toThrow(/: 404 /);
    const { page } = await app.visitAs(other, { size: DESKTOP });
    await page.goto(`${app.url}/app/sales?sale=${sale}`);
    await page.getByRole("dialog").getByText("Sale not found").waitFor(START);
    expect(await page.getByRole("button", { name: "Email" }).count()).toBe(0);
    await page.close();

    for (let sent = 1; sent < MOST_EMAILS; sent += 1) await send(owner, sale);
    const { page: till } = await visit(sale);
    const press = (name: string) => till.getByRole("button", { name, exact: true }).click();
    const field = till.getByRole("textbox", { name: "Email the receipt to" });
    for (const said of [`on its way to ${email}.`, "This receipt was emailed too often."]) {
      await press("Email");
      await field.fill(email);
      await press("Send");
      await till.getByText(said).waitFor();
      await press("Email");
      await field.waitFor({ state: "detached" });
    }
    await till.close();
  });

  test("SALE-68, SALE-39: a till's sale that has not reached the server is not emailed yet, and one that is sent a day later has arrived later", async () => {
    const { page, context } = await app.visitAs(owner, { size: PHONE, hasWorker: true });
    await page.goto(`${app.url}/app/sell`);
    await becomeTill(page);
    await page.waitForFunction(
      () => navigator.serviceWorker.controller?.state === "activated",
      undefined,
      START,
    );
    await context.setOffline(true);
    const sellOne = async () => {
      for (const name of [/^Key Soap/, /^Charge/, /^Exact/]) {
        await page.getByRole("button", { name }).first().click(START);
      }
      await page.getByRole("region", { name: "Paid" }).waitFor(START);
    };
    await sellOne();
    const paid = page.getByRole("region", { name: "Paid" });
    await paid.getByRole("button", { name: "Email" }).click();
    await paid.getByText(UNREACHED).waitFor();
    expect(await page.getByRole("textbox", { name: "Email the receipt to" }).count()).toBe(0);
    await context.setOffline(false);
    await page.getByRole("textbox", { name: "Email the receipt to" }).waitFor(START);

    // A sale of yesterday: a page that opens without a network goes by the clock of the device.
    await context.setOffline(true);
    await page.clock.install({ time: Date.now() - A_DAY_MS });
    await page.reload();
    await sellOne();
    const sent = page.waitForResponse((response) => response.url().endsWith("/till/entries"));
    await page.clock.setSystemTime(Date.now());
    await context.setOffline(false);
    expect((await sent).status()).toBe(200);
    await page.goto(`${app.url}/app/sales?period=7`);
    const late = page.getByText("1 sale arrived later", { exact: true });
    await late.waitFor(START);
    const period = page.getByRole("combobox", { name: "Period" });
    for (const [label, count] of [
      ["All sales", 0],
      ["Last 7 days", 1],
    ] as const) {
      await period.selectOption({ label });
      await expect.poll(() => late.count(), START).toBe(count);
    }
    await page.close();
  });

  test("SALE-76: says how often it was printed or sent, and leads the owner to who and when, but no cashier", async () => {
    const sale = await sell();
    const said = "Printed or sent 3 times, with the original.";
    for (const copy of [2, 3]) {
      const body = { copy, by: "print" };
      await app.api.ask("POST", `/api/v1/sales/${sale}/receipt-copies`, { as: owner, body });
    }
    const cashier = await visit(sale, await staffOf(app, owner, "cashier"));
    await cashier.page.getByText(said).waitFor();
    expect(await cashier.page.getByRole("link", { name: "Who and when" }).count()).toBe(0);
    await cashier.page.close();
    const { page } = await visit(sale);
    await page.getByText(said).waitFor();
    await page.getByRole("link", { name: "Who and when" }).click();
    for (const copy of [2, 3]) {
      await page
        .getByText(new RegExp(`again, as copy ${copy}`))
        .first()
        .waitFor(START);
    }
    await page.close();
  });
});
