import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { createHand, openTill } from "#tests/kit/browser/screens/till.ts";
import { button, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  bar,
  barSays,
  type Counter,
  MILK,
  MILK_CODE,
  openCharge,
  openCounter,
  paidPart,
  PATIENCE,
  radio,
  search,
  sheet,
} from "./counter.ts";
import { putCamera, putReader } from "./stand-in-camera.ts";

const SHORT_CODE = "96385074";
const SHOP_CODE = "SHELF7";
const UNKNOWN_CODE = "5012345678900";
const BY_HAND = { delay: 120 };

describeWith(["postgres", "chromium"], "scans and searches in Sell", () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await openCounter();
    const body = { id: counter.ids[0], barcodes: [MILK_CODE, SHORT_CODE, SHOP_CODE] };
    await counter.ask("PUT", "/api/products.php", body);
  });
  afterAll(() => counter.app.close());

  const amountSheet = (page: Page) => sheet(page, "Sell an amount");

  test("SELL-06, SELL-07, SELL-09: a scanner's keys are a scan of any length at any focus, and an unknown code is kept", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    const hand = createHand(page);
    await hand.scan(MILK_CODE);
    await barSays(page, /^1 item/);
    await search(page).click();
    await hand.scan(SHORT_CODE);
    await barSays(page, /^2 items/);
    expect(await search(page).inputValue()).toBe("");
    await radio(page, "Dairy").focus();
    await hand.scan(SHOP_CODE, "tab");
    await barSays(page, /^3 items/);
    await hand.scan(MILK_CODE, "none");
    await barSays(page, /^4 items/);
    expect(await search(page).inputValue()).toBe("");

    await page.keyboard.type(SHORT_CODE, BY_HAND);
    await expect.poll(() => search(page).inputValue()).toBe(SHORT_CODE);
    await search(page).fill("");
    await hand.scan("12345", "none");
    await expect.poll(() => search(page).inputValue()).toBe("12345");
    await barSays(page, /^4 items/);
    await search(page).fill("");

    await hand.scan(UNKNOWN_CODE);
    const unknown = sheet(page, "No product with this code");
    await unknown.getByText(UNKNOWN_CODE).waitFor();
    await hand.scan(MILK_CODE);
    await unknown.getByText(UNKNOWN_CODE).waitFor();
    await unknown.getByLabel("Product name").fill("Scanned rice");
    await unknown.getByLabel("Price").fill("3");
    await unknown.getByRole("button", { name: "Save and add" }).click();
    await barSays(page, /^6 items\s+GH₵\s*53\.00/);
    await context.close();
  });

  test("SELL-46, SELL-48, SELL-54: a search that finds nothing offers to add it, or to sell an amount", async () => {
    const { page, context } = await counter.openOwnTill(DESKTOP);
    await search(page).fill("Bucket");
    await press(page, "Sell an amount");
    const named = amountSheet(page).getByLabel(/^Name/);
    await page.keyboard.press("Escape");
    const empty = page.getByRole("main").getByRole("button", { name: "Sell an amount" }).last();
    await empty.click();
    await expect.poll(() => named.inputValue()).toBe("Bucket");
    await page.keyboard.press("Escape");
    await press(page, 'Add "Bucket"');
    const added = sheet(page, "New product");
    await expect.poll(() => added.getByLabel("Product name").inputValue()).toBe("Bucket");
    await page.keyboard.press("Escape");
    await added.waitFor({ state: "hidden" });
    await search(page).fill("12,50");
    await search(page).press("Enter");
    const amount = amountSheet(page).getByLabel("Amount", { exact: true });
    await expect.poll(() => amount.inputValue()).toBe("12,50");
    await page.keyboard.press("Escape");
    await search(page).fill("765432");
    await search(page).press("Enter");
    await sheet(page, "No product with this code").getByText("765432").waitFor();
    await page.keyboard.press("Escape");

    await page.keyboard.press("F2");
    const customers = sheet(page, "Customer");
    const find = customers.getByRole("searchbox", { name: "Search customers" });
    await find.fill("024 999 0011");
    await press(page, 'Add "024 999 0011"');
    const fresh = sheet(page, "New customer");
    await expect.poll(() => fresh.getByLabel(/^Phone/).inputValue()).toBe("024 999 0011");
    await page.keyboard.press("Escape");
    await fresh.waitFor({ state: "hidden" });
    await page.keyboard.press("F2");
    await find.fill("Akua Bonsu");
    await press(page, 'Add "Akua Bonsu"');
    await expect.poll(() => fresh.getByLabel("Last name").inputValue()).toBe("Bonsu");
    await press(page, "Save and choose");
    await button(page, "Customer Akua Bonsu").waitFor(PATIENCE);
    await context.close();

    const cashier = await counter.openOnline(PHONE, await counter.join("Afia", "cashier"));
    await search(cashier.page).fill("Bucket");
    await cashier.page.getByText("No products found").waitFor();
    expect(await button(cashier.page, 'Add "Bucket"').count()).toBe(0);
    await cashier.context.close();
  });

  test("SELL-35: a stock keeper is not offered Sell", async () => {
    const keeper = await counter.join("Kwame", "stock_keeper");
    const { page, context } = await counter.app.visitAs(keeper, { size: PHONE });
    await page.goto(`${counter.app.url}/app/sell`);
    await page.getByRole("navigation", { name: "Shortcuts" }).waitFor(PATIENCE);
    expect(await page.getByRole("link", { name: "Sell", exact: true }).count()).toBe(0);
    expect(await search(page).count()).toBe(0);
    await context.close();
  });

  test("SELL-38: what an earlier version kept in local storage is taken over once", async () => {
    const { owner, ids, sales } = counter;
    const { page, context } = await counter.app.visitAs(owner, { size: PHONE });
    const who = `${owner.tenant.id}/${owner.user.id}`;
    const [productId = ""] = ids;
    const line = {
      productId,
      name: "Counter milk",
      unitPriceMinor: 1_000,
      listPriceMinor: 1_000,
      quantity: 2,
      perUnit: 1,
      unit: null,
      stock: 500,
    };
    const cart = { lines: [line], newest: null, customer: null };
    const items = [{ product_id: productId, quantity: 1, unit_price: 10 }];
    const unsent = {
      key: randomUUID(),
      body: { items, payment_method: "cash" },
      madeMs: Date.now(),
      itemCount: 1,
      totalMinor: 1_000,
      draft: {},
    };
    const parked = { id: randomUUID(), parkedMs: Date.now(), cart };
    const before = (await sales()).length;
    // At every load: the browser forgot that it was removed.
    await page.addInitScript(
      (kept) => {
        for (const [name, text] of kept) localStorage.setItem(name, text);
      },
      [
        [`unsent-sales:${who}`, JSON.stringify([unsent])],
        [`till-cart:${who}`, JSON.stringify(cart)],
        [`till-parked:${who}`, JSON.stringify([parked])],
      ] as const,
    );
    await openTill(page, counter.app.url, MILK);
    await barSays(page, /^2 items/);
    await button(page, "Parked carts, 1").waitFor();
    await expect.poll(async () => (await sales()).length, PATIENCE).toBe(before + 1);
    await bar(page).click();
    await press(page, "Change Counter milk");
    await press(page, "Remove");
    await page.getByText("The cart is empty.").waitFor();
    await page.reload();
    await button(page, "Parked carts, 1").waitFor(PATIENCE);
    await barSays(page, /^0 items/);
    expect((await sales()).length).toBe(before + 1);
    await context.close();
  });

  test("SELL-40: a browser without a database sells as long as the page is open", async () => {
    const { page, context } = await counter.app.visitAs(counter.owner, { size: PHONE });
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "indexedDB", { value: undefined });
    });
    await openTill(page, counter.app.url, MILK);
    await press(page, MILK);
    await openCharge(page);
    await press(page, /^Exact/);
    await paidPart(page).getByText("Paid in cash").waitFor(PATIENCE);
    await createHand(page).scan(MILK_CODE);
    await paidPart(page).waitFor({ state: "detached", ...PATIENCE });
    await barSays(page, /^1 item/);
    await page.reload();
    await button(page, MILK).waitFor(PATIENCE);
    await barSays(page, /^0 items/);
    await context.close();
  });

  test("SELL-59, SELL-61, SELL-63: the reader is loaded at its first use, the camera is off when it is not looked at, and its light can be switched on", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    const reader = () => loaded.filter((path) => /reader.+\.wasm$/.test(path)).length;
    const camera = await putCamera(page);
    expect(reader()).toBe(0);
    await press(page, "Scan with the camera");
    await page.locator("video").waitFor(PATIENCE);
    await expect.poll(reader, PATIENCE).toBe(1);
    await press(page, "Light on");
    await press(page, "Light off");
    await button(page, "Light on").waitFor();
    await expect.poll(camera.lights).toEqual(["on", "off"]);
    await camera.hide(true);
    await expect.poll(camera.states).toEqual(["ended"]);
    await camera.hide(false);
    await expect.poll(camera.states).toEqual(["ended", "live"]);
    await press(page, "Done");
    await expect.poll(camera.states).toEqual(["ended", "ended"]);
    await context.close();
  });

  test("SELL-59: a browser that reads codes itself loads no reader", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await putCamera(page);
    await putReader(page, MILK_CODE);
    await press(page, "Scan with the camera");
    await page.getByText("Counter milk × 1 in the cart").waitFor(PATIENCE);
    await press(page, "Done");
    await barSays(page, /^[1-9] items?/);
    expect(loaded.filter((url) => url.includes("reader"))).toEqual([]);
    await context.close();
  });

  test("SELL-62: a camera that is refused, missing or in use is said, with the way out", async () => {
    const { page, context } = await counter.openOwnTill(PHONE);
    const camera = await putCamera(page);
    const WORDS = {
      NotAllowedError: /^This page may not use the camera\./,
      NotFoundError: /^There is no camera that can be used here\./,
      NotReadableError: /^The camera did not start\./,
    } as const;
    for (const [name, words] of Object.entries(WORDS)) {
      await camera.fail(name);
      await press(page, "Scan with the camera");
      const said = sheet(page, "Scan with the camera").getByRole("alert");
      await expect.poll(() => said.innerText(), PATIENCE).toMatch(words);
      expect(await said.innerText()).toMatch(/type the code in the search\.$/);
      await press(page, "Done");
      await sheet(page, "Scan with the camera").waitFor({ state: "hidden" });
    }
    await context.close();
  });
});
