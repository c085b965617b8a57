import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { openTill } from "#tests/kit/browser/screens/till.ts";
import { button, nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  bar,
  barSays,
  cartLines,
  chargePart,
  type Counter,
  isGone,
  MILK,
  openCounter,
  paidPart,
  PATIENCE,
  PEPPER,
  radio,
  ROPE,
  search,
  sheet,
  SOAP,
} from "./counter.ts";

describeWith(["postgres", "chromium"], "the products and the cart of Sell", () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await openCounter();
  });
  afterAll(() => counter.app.close());

  const tile = (page: Page, name: RegExp) =>
    page.getByRole("main").getByRole("button", { name }).first();
  const hold = (page: Page, name: RegExp) => tile(page, name).click({ button: "right" });
  test("SELL-02, SELL-03, SELL-04, SELL-05: tiles show price and low stock, chips and the search filter them, a tap adds one", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("type") ?? "");
    expect(await focused()).not.toBe("search");
    const texts = [MILK, PEPPER, ROPE].map((name) => tile(page, name).innerText());
    const [milk, pepper, rope] = await Promise.all(texts);
    expect(milk).toMatch(/^Counter milk\s+10\.00$/);
    expect(pepper).toMatch(/^Counter pepper\s+2\.00\s+3 left$/);
    expect(rope).toMatch(/^Counter rope\s+7\.00\s+Out$/);

    await radio(page, "Dairy").check({ force: true });
    await isGone(page, SOAP);
    expect(await tile(page, MILK).isVisible()).toBe(true);
    await hold(page, MILK);
    await press(page, "Favourite on this device");
    await page.keyboard.press("Escape");
    await radio(page, "All").check({ force: true });
    await tile(page, SOAP).waitFor();
    await radio(page, "Favourites").check({ force: true });
    await isGone(page, SOAP);

    await tile(page, MILK).click();
    await barSays(page, /^1 item\s+GH₵\s*10\.00$/);
    await tile(page, MILK).click();
    await barSays(page, /^2 items\s+GH₵\s*20\.00$/);

    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await context.setOffline(true);
    await search(page).fill("soap");
    await tile(page, SOAP).waitFor();
    await isGone(page, MILK);
    // The till itself may call the server at any moment.
    expect(asked.filter((path) => !path.startsWith("/api/v1/till/"))).toEqual([]);
    await context.close();
  });

  test("SELL-10, SELL-11, SELL-12, SELL-13, SELL-45: a cart's lines merge, are counted, removed, brought back and cleared", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    await press(page, SOAP);
    await press(page, MILK);
    await press(page, SOAP);
    await bar(page).click();
    await sheet(page, "3 items").waitFor();
    expect(await cartLines(page)).toEqual([
      expect.stringMatching(/^Counter soap .*8\.00 2 /),
      expect.stringMatching(/^Counter milk .*10\.00 1 /),
    ]);
    await press(page, "One less Counter soap");
    await press(page, "One more Counter milk");
    await press(page, "Change Counter milk");
    await page.getByLabel("Quantity", { exact: true }).fill("7");
    await press(page, "Done");
    await expect
      .poll(() => cartLines(page))
      .toContainEqual(expect.stringMatching(/^Counter milk .*70\.00 7 /));

    await press(page, "One less Counter soap");
    await isGone(page, "Change Counter soap");
    await press(page, "Undo last change");
    await button(page, "Change Counter soap").waitFor();
    await press(page, "Clear cart");
    await page.getByText("The cart is empty.").waitFor();
    await press(page, "Undo last change");
    await sheet(page, "8 items").waitFor();
    expect(await cartLines(page)).toHaveLength(2);

    await page.keyboard.press("Escape");
    await sheet(page, "8 items").waitFor({ state: "hidden" });
    await search(page).fill("6*");
    await page.getByText("next ×6").waitFor();
    await press(page, MILK);
    await barSays(page, /^14 items/);
    expect(await search(page).inputValue()).toBe("");
    await context.close();
  });

  test("SELL-21, SELL-22, SELL-23: a sale by keys alone", async () => {
    const { page, context } = await counter.openOwnTill(DESKTOP);
    const cart = page.getByRole("complementary", { name: "Cart" });
    const items = (count: string) => cart.getByRole("heading", { name: count }).waitFor(PATIENCE);
    const keys = async (...all: readonly string[]) => {
      for (const key of all) await page.keyboard.press(key);
    };
    await press(page, MILK);
    await press(page, SOAP);
    await items("2 items");
    await keys("Delete");
    await items("1 item");
    await keys("Control+z");
    await items("2 items");
    await keys("Delete");
    await items("1 item");
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
    await items("2 items");

    await keys("F2");
    await sheet(page, "Customer").waitFor();
    await keys("Escape");
    await sheet(page, "Customer").waitFor({ state: "hidden" });
    await keys("?");
    await sheet(page, "Keys").getByText("Park the cart").waitFor();
    await keys("Escape");
    await sheet(page, "Keys").waitFor({ state: "hidden" });
    await keys("F8");
    await items("0 items");
    await keys("F9");
    await sheet(page, "Parked carts")
      .getByRole("button", { name: /2 items/ })
      .first()
      .click();
    await items("2 items");
    await keys("F10");
    await chargePart(page).waitFor();
    await keys("Escape");
    await chargePart(page).waitFor({ state: "detached" });

    await keys("/");
    await expect.poll(() => search(page).evaluate((field) => field.matches(":focus"))).toBe(true);
    expect(await search(page).inputValue()).toBe("");
    await keys("Enter");
    await chargePart(page).waitFor();
    await keys("Enter");
    await paidPart(page).getByText("Paid in cash").waitFor(PATIENCE);
    await paidPart(page).getByText("No change").waitFor();
    await context.close();
  });

  test("SELL-27, SELL-32, SELL-47: Back stays with the cart, whose customer and note survive a reload and are on the receipt", async () => {
    await counter.ask("POST", "/api/customers.php", { first_name: "Adjoa", last_name: "Mensah" });
    const { page, context } = await counter.openOwnTill(PHONE);
    await press(page, MILK);
    await bar(page).click();
    await press(page, "Customer");
    await sheet(page, "Customer")
      .getByRole("button", { name: /^Adjoa Mensah/ })
      .click(PATIENCE);
    await press(page, "Add a note");
    await page.getByRole("textbox", { name: "Note" }).fill("Deliver to block C");
    await press(page, "Done");
    await sheet(page, "1 item").getByText("Deliver to block C").waitFor();

    await page.goBack();
    await sheet(page, "1 item").waitFor({ state: "hidden" });
    for (let times = 0; times < 2; times += 1) {
      await page.goBack();
      // The page takes its place in the history again before the next press.
      const entry = () => page.evaluate(() => JSON.stringify(history.state));
      await expect.poll(entry, PATIENCE).toContain("till");
    }
    expect(new URL(page.url()).pathname).toBe("/app/sell");
    await barSays(page, /^1 item/);

    await page.reload();
    await barSays(page, /^1 item/);
    await bar(page).click();
    await button(page, "Customer Adjoa Mensah").waitFor();
    await sheet(page, "1 item").getByText("Deliver to block C").waitFor();
    await press(page, "Park");
    await press(page, /^Parked carts/);
    await sheet(page, "Parked carts").getByText("Deliver to block C").waitFor();
    await sheet(page, "Parked carts")
      .getByRole("button", { name: /1 item/ })
      .first()
      .click();
    await barSays(page, /^1 item/);
    await payCash(page);
    const receipt = paidPart(page).getByRole("article", { name: "Receipt" });
    await receipt.getByText("Deliver to block C").waitFor(PATIENCE);
    await receipt.getByText("Adjoa Mensah").waitFor();
    await context.close();
  });

  test("SELL-65: more than is in stock is said at the tap, and the tile of what is out adds nothing", async () => {
    await counter.ask("PUT", "/api/v1/settings/business", { oversell_policy: "block" });
    const { page, context } = await counter.openOwnTill(PHONE);
    await expect.poll(() => tile(page, ROPE).getAttribute("aria-disabled")).toBe("true");
    await tile(page, ROPE).click({ force: true });
    await page.getByText("Counter rope is out of stock").waitFor();
    for (let taps = 0; taps < 4; taps += 1) await tile(page, PEPPER).click();
    await page.getByText("Only 3 of Counter pepper in stock").waitFor();
    await barSays(page, /^4 items/);
    await context.close();

    await counter.ask("PUT", "/api/v1/settings/business", { oversell_policy: "allow" });
    const free = await counter.openOwnTill(PHONE);
    await tile(free.page, ROPE).click();
    await barSays(free.page, /^1 item/);
    expect(await free.page.getByText("Counter rope is out of stock").count()).toBe(0);
    await free.context.close();
  });

  test("SELL-81: Favourites shows what this device sold most often, until one is chosen", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    for (const name of [SOAP, MILK, MILK]) {
      await press(page, name);
      await payCash(page);
      await nextSale(page);
    }
    const counts = () =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith("till-sold:"))
          .map((key) => localStorage.getItem(key)),
      );
    await expect.poll(counts).toEqual([expect.stringMatching(/^\{"[^"]+":2,"[^"]+":1\}$/)]);
    await openTill(page, counter.app.url, MILK);
    await radio(page, "Favourites").check({ force: true });
    await page.getByText(/^Sold most often on this device\./).waitFor();
    await isGone(page, ROPE);
    const shown = page.getByRole("main").getByRole("listitem");
    expect((await shown.allInnerTexts()).map((text) => /\S+ \S+/.exec(text)?.[0])).toEqual([
      "Counter milk",
      "Counter soap",
    ]);
    await hold(page, SOAP);
    await press(page, "Favourite on this device");
    await page.keyboard.press("Escape");
    await isGone(page, MILK);
    expect(await page.getByText(/^Sold most often/).count()).toBe(0);
    await context.close();
  });
});
