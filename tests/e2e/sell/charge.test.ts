import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE, storeSession } from "#tests/kit/browser/browser.ts";
import { type Signed, storedOf } from "#tests/kit/browser/screens/api.ts";
import { becomeTill, createHand, openTill } from "#tests/kit/browser/screens/till.ts";
import { button, nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  bar,
  barSays,
  chargePart,
  type Counter,
  MILK,
  MILK_CODE,
  openCharge,
  openCounter,
  paidPart,
  PATIENCE,
  PEPPER,
  radio,
  ROPE,
  sheet,
  SOAP,
} from "./counter.ts";

const AHEAD_MS = 3 * 60 * 60_000;

describeWith(["postgres", "chromium"], "paying in Sell", () => {
  let counter: Counter;
  let cashier: Signed;
  beforeAll(async () => {
    counter = await openCounter();
    cashier = await counter.join("Efua", "cashier");
  });
  afterAll(() => counter.app.close());

  const setPolicy = (policy: string) =>
    counter.ask("PUT", "/api/v1/settings/business", { oversell_policy: policy });
  const countOfSales = async () => (await counter.sales()).length;
  const padKeys = async (page: Page, ...keys: readonly string[]) => {
    const pad = chargePart(page).getByRole("group", { name: "Amount received" });
    for (const key of keys) await pad.getByRole("button", { name: key, exact: true }).click();
  };
  const says = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).first().waitFor(PATIENCE);
  /** Only the sales that are sent: the lists go to the server as they are. */
  const ofSales = (page: Page, answer: (route: Route) => Promise<void>) =>
    page.route("**/api/sales.php", (route) =>
      route.request().method() === "POST" ? answer(route) : route.fallback(),
    );

  test("SELL-14, SELL-24: Charge offers likely sums and a pad, shows the change, and a second press counts as none", async () => {
    const before = await countOfSales();
    const { page, context } = await counter.openOwnTill(PHONE);
    await press(page, MILK);
    await openCharge(page);
    const cash = chargePart(page).getByRole("group", { name: "Cash received" });
    const offered = await cash.getByRole("button").allInnerTexts();
    expect(offered.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "Exact 10.00",
      "20",
      "50",
      "100",
    ]);
    await padKeys(page, "5", "0");
    await says(page, "Received");
    await says(page, "Change from 50.00");
    expect(await chargePart(page).innerText()).toMatch(/Change from 50\.00\s+GH₵\s*40\.00/);
    await button(page, /^Take cash/).dblclick();
    await paidPart(page).waitFor(PATIENCE);
    await says(page, "Give change");
    expect(await paidPart(page).innerText()).toMatch(/Received\s+GH₵\s*50\.00/);
    await nextSale(page);
    await press(page, MILK);
    await payCash(page);
    await expect.poll(countOfSales, PATIENCE).toBe(before + 2);
    await context.close();
  });

  test("TILL-162: a sale is paid, and the next one begins, while the code of the receipt cannot be loaded", async () => {
    const { page, context } = await counter.app.visitAs(counter.owner, { size: PHONE });
    const seen = { cut: 0, loaded: 0 };
    let isCut = true;
    await page.route(/\/assets\/.*\.js/, async (route) => {
      const response = await route.fetch();
      if (!(await response.text()).includes("Or scan the next product.")) {
        return route.fulfill({ response });
      }
      seen[isCut ? "cut" : "loaded"] += 1;
      return isCut ? route.abort() : route.fulfill({ response });
    });
    await openTill(page, counter.app.url, MILK);
    await becomeTill(page);
    await press(page, MILK);
    await openCharge(page);
    await press(page, "20");
    await paidPart(page).getByText("Give change").waitFor(PATIENCE);
    expect(await paidPart(page).innerText()).toMatch(
      /^Paid\s+Give change\s+GH₵\s*10\.00\s+Next sale$/,
    );
    expect(seen.cut).toBeGreaterThan(0);
    await nextSale(page);
    await press(page, MILK);
    await payCash(page);
    isCut = false;
    await paidPart(page).getByText("Or scan the next product.").waitFor(PATIENCE);
    expect(seen.loaded).toBe(1);
    await context.close();
  });

  test("SELL-26, SELL-44: the receipt prints, the next tap or scan starts a sale, and the methods stay in their order", async () => {
    const { page, context } = await counter.openOwnTill(DESKTOP);
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset["printed"] = "yes";
      };
    });
    const methods = () =>
      chargePart(page).getByRole("radiogroup", { name: "Payment method" }).innerText();
    const order = /^Cash\s+MoMo\s+Card\s+Bank$/;
    await press(page, MILK);
    await openCharge(page);
    expect(await methods()).toMatch(order);
    await radio(page, "Bank").check({ force: true });
    await press(page, /^Record Bank/);
    await paidPart(page).getByText("Paid by bank transfer").waitFor(PATIENCE);
    await press(page, SOAP);
    await paidPart(page).waitFor({ state: "detached" });
    await openCharge(page);
    expect(await methods()).toMatch(order);
    expect(await radio(page, "Cash").isChecked()).toBe(true);
    await press(page, "GH₵10");
    await paidPart(page).getByText("Give change").waitFor(PATIENCE);
    expect(await paidPart(page).innerText()).toMatch(/Give change\s+GH₵\s*6\.00/);
    await press(page, "Print");
    await page.locator("html[data-printed=yes]").waitFor();
    await createHand(page).scan(MILK_CODE);
    await paidPart(page).waitFor({ state: "detached" });
    const cart = page.getByRole("complementary", { name: "Cart" });
    await cart.getByRole("heading", { name: "1 item" }).waitFor();
    await context.close();
  });

  test("SELL-42, SELL-43: a part payment is added by its own press, stays with its cart and is given back with it", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    await press(page, MILK);
    await openCharge(page);
    await padKeys(page, "4");
    await press(page, /^Take cash/);
    await says(page, "Less than the amount due. The rest can be paid another way.");
    expect(await page.getByRole("list", { name: "Paid so far" }).count()).toBe(0);
    await press(page, "Add part payment");
    await page.getByRole("list", { name: "Paid so far" }).waitFor();
    await says(page, "Still to pay");

    await press(page, "Back to the cart");
    await press(page, SOAP);
    await press(page, "Park");
    await press(page, /^Parked carts/);
    await sheet(page, "Parked carts").getByText("Paid so far: GH₵4.00").waitFor();
    await page.reload();
    await press(page, /^Parked carts/);
    await sheet(page, "Parked carts")
      .getByRole("button", { name: /2 items/ })
      .first()
      .click();
    await barSays(page, /^2 items/);
    await bar(page).click();
    await sheet(page, "2 items").getByText("Paid so far").waitFor();
    await press(page, "One less Counter milk");
    await press(page, /^Charge.*4\.00/);
    await says(page, "GH₵4.00 was taken before the cart changed. Give it back, then charge.");
    await press(page, MILK);
    await openCharge(page);
    await padKeys(page, "5");
    await press(page, /^Take cash/);
    await press(page, "Add part payment");
    await page.getByRole("list", { name: "Paid so far" }).waitFor();
    await press(page, "Back to the cart");
    await bar(page).click();
    await press(page, "Clear cart");
    await says(page, /Give back GH₵5\.00/);
    await context.close();
  });

  test("SELL-25: a sale whose answer was lost stays on the device, and is sent again with its key", async () => {
    const before = await countOfSales();
    const { page, context } = await counter.openOnline(PHONE, cashier);
    const keys: (string | undefined)[] = [];
    await ofSales(page, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      // The server records it, and the answer does not arrive.
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await press(page, MILK);
    await openCharge(page);
    await press(page, /^Exact/);
    await paidPart(page).waitFor(PATIENCE);
    await says(page, /^Saved on this device\. We keep sending it/);
    await nextSale(page);
    await expect.poll(() => keys.length, PATIENCE).toBe(2);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
    await button(page, /to send$/).waitFor({ state: "detached", ...PATIENCE });
    expect(await countOfSales()).toBe(before + 1);
    await context.close();
  });

  test("SELL-37: it is sent in the name of who made it, and counts from then, whatever the clock of the device says", async () => {
    const { page, context } = await counter.openOnline(PHONE, cashier);
    await page.clock.setSystemTime(Date.now() + AHEAD_MS);
    await openTill(page, counter.app.url, MILK);
    const sent: string[] = [];
    let isCut = true;
    await ofSales(page, async (route) => {
      sent.push((await route.request().headerValue("authorization")) ?? "");
      await (isCut ? route.abort() : route.continue());
    });
    await press(page, SOAP);
    await openCharge(page);
    await press(page, /^Exact/);
    await paidPart(page).waitFor(PATIENCE);
    const madeMs = Date.now();
    await button(page, "1 to send").waitFor(PATIENCE);

    await storeSession(page, storedOf(counter.owner));
    isCut = false;
    const before = sent.length;
    const total = await countOfSales();
    await openTill(page, counter.app.url, MILK);
    await page.reload();
    await button(page, MILK).waitFor(PATIENCE);
    expect(sent).toHaveLength(before);
    await storeSession(page, storedOf(cashier));
    const againMs = Date.now();
    await openTill(page, counter.app.url, MILK);
    await expect.poll(countOfSales, PATIENCE).toBe(total + 1);
    expect(new Set(sent)).toEqual(new Set([`Bearer ${cashier.token}`]));
    const [newest] = await counter.sales();
    expect(Date.parse(newest?.created_at ?? "")).toBeLessThanOrEqual(madeMs);
    expect(madeMs).toBeLessThan(againMs);
    await context.close();
  });

  test("SELL-66: a browser that is no till says what is short before the money", async () => {
    await setPolicy("warn");
    const { page, context } = await counter.openOnline(PHONE);
    const exact = () => chargePart(page).getByRole("group", { name: "Cash received" });
    await press(page, ROPE);
    await openCharge(page);
    await chargePart(page).getByText("Counter rope is out of stock").waitFor(PATIENCE);
    expect(await exact().getAttribute("inert")).toBe("");
    await press(page, "Sell anyway");
    await press(page, /^Exact/);
    await paidPart(page).getByText("Paid in cash").waitFor(PATIENCE);

    await setPolicy("block");
    await openTill(page, counter.app.url, MILK);
    for (let taps = 0; taps < 4; taps += 1) await press(page, PEPPER);
    await openCharge(page);
    await chargePart(page).getByText("Only 3 of Counter pepper in stock").waitFor(PATIENCE);
    expect(await button(page, "Sell anyway").count()).toBe(0);
    await chargePart(page).getByRole("button", { name: "Back to the cart" }).last().click();
    await barSays(page, /^4 items/);
    await context.close();
  });

  test("SELL-33, SELL-34: what the server refuses keeps its cart, and only who may oversell is asked", async () => {
    await setPolicy("warn");
    for (const [as, asked] of [
      [cashier, 0],
      [counter.owner, 1],
    ] as const) {
      const { page, context } = await counter.openOnline(PHONE, as);
      // The check before the money has no answer.
      await page.route("**/api/products.php**", (route) => route.abort());
      for (let taps = 0; taps < 4; taps += 1) await press(page, PEPPER);
      await openCharge(page);
      await press(page, /^Exact/);
      await chargePart(page).getByRole("alert").filter({ hasText: "Counter pepper" }).waitFor();
      expect(await button(page, "Sell anyway").count()).toBe(asked);
      await chargePart(page).getByRole("button", { name: "Back to the cart" }).last().click();
      await barSays(page, /^4 items/);
      await context.close();
    }
    const { page, context } = await counter.openOnline(PHONE);
    await page.route("**/api/products.php**", (route) => route.abort());
    for (let taps = 0; taps < 4; taps += 1) await press(page, PEPPER);
    await openCharge(page);
    await press(page, /^Exact/);
    await press(page, "Sell anyway");
    await paidPart(page).getByText("Paid in cash").waitFor(PATIENCE);
    await context.close();
  });
});
