import { gunzipSync } from "node:zlib";

import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { TillChanges } from "#kernel/contract/api/till/changes.ts";
import {
  barSays,
  chargePart,
  type Counter,
  MILK,
  openCharge,
  openCounter,
  paidPart,
  PATIENCE,
  search,
  sheet,
  SOAP,
} from "#tests/e2e/sell/counter.ts";
import { PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { button, nextSale, payCash, press } from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const ENTRIES = "**/api/v1/till/entries";
const UNKNOWN = crypto.randomUUID();
const CHANGES = "**/api/v1/till/changes**";
/** A till waits a second for it. */
const ANSWER_MS = 2_000;
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

const Sent = z.object({ entries: z.array(z.object({ seq: z.int() })), told_seq: z.int() });
const Added = z.object({ id: z.string() });

describeWith(["postgres", "chromium"], "a till of a shop", () => {
  let counter: Counter;
  let cashier: Signed;
  beforeAll(async () => {
    counter = await openCounter();
    cashier = await counter.join("Efua", "cashier");
  });
  afterAll(() => counter.app.close());

  const ask: Counter["ask"] = (...all) => counter.ask(...all);
  const openOwn = async () => counter.openOwnTill(PHONE);
  const numberOf = async (page: Page): Promise<string> =>
    /^Till (\d+)/.exec(await page.getByText(/^Till \d+, /).innerText())?.[1] ?? "";
  const headSays = (page: Page, word: string | RegExp): Promise<void> =>
    button(page, word).waitFor(PATIENCE);
  async function sell(page: Page, name: RegExp): Promise<void> {
    await press(page, name);
    await payCash(page);
    await nextSale(page);
  }
  const receipt = (page: Page): Promise<string> =>
    paidPart(page)
      .getByText(/^1-\d+-\d+$/)
      .first()
      .innerText();
  const sendNow = async (page: Page, word: RegExp) => {
    await press(page, word);
    await press(page, "Send now");
    await page.keyboard.press("Escape");
  };

  /** Opens Charge, again if a busy server did not answer within the second that a till waits. */
  async function chargeSays(page: Page, texts: readonly string[]): Promise<void> {
    const isSaid = async (): Promise<boolean> => {
      await openCharge(page);
      const first = chargePart(page).getByText(texts[0] ?? "");
      await first.waitFor({ timeout: ANSWER_MS }).catch(() => undefined);
      const shown = await chargePart(page).innerText();
      const isAll = texts.every((text) => shown.includes(text));
      const back = chargePart(page).getByRole("button", { name: "Back to the cart" });
      if (!isAll) await back.first().click();
      return isAll;
    };
    await expect.poll(isSaid, PATIENCE).toBe(true);
  }

  /** What the server answers to this till's entries, except for one thing. */
  const changeAnswers = (page: Page, from: string, to: string) =>
    page.route(ENTRIES, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace(from, to) });
    });

  test("TILL-80, TILL-85, TILL-63, TILL-91: sells what it holds without a request, says what is to send, and sends it in order", async () => {
    await ask("POST", "/api/customers.php", { first_name: "Adjoa", last_name: "Sarpong" });
    const { page, context } = await openOwn();
    await headSays(page, "Online");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await context.setOffline(true);
    await headSays(page, "Offline");
    await press(page, MILK);
    await press(page, /^1 item/);
    await press(page, "Customer");
    await press(page, /^Adjoa Sarpong/);
    await payCash(page);
    await paidPart(page).getByText("10.00").first().waitFor();
    await nextSale(page);
    await sell(page, SOAP);
    await headSays(page, "2 to send");
    expect(asked.filter((path) => !path.startsWith("/api/v1/till/"))).toEqual([]);

    const sent: z.infer<typeof Sent>[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/api/v1/till/entries")) return;
      const body = request.postDataBuffer() ?? Buffer.alloc(0);
      const isPacked = request.headers()["content-encoding"] === "gzip";
      sent.push(Sent.parse(JSON.parse((isPacked ? gunzipSync(body) : body).toString())));
    });
    await page.route(ENTRIES, (route) => route.abort());
    await context.setOffline(false);
    await page.goto(`${counter.app.url}/app/sales`);
    const missing = page.getByText(
      /^2 sales on this \w+ are not sent yet; they are missing here\./,
    );
    await missing.waitFor(PATIENCE);
    await page.unroute(ENTRIES);
    await openTill(page, counter.app.url, MILK);
    await headSays(page, "Online");
    const first = sent.find(({ entries }) => entries.length > 0);
    expect(first?.entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(sent.every(({ told_seq: last }) => last === 2)).toBe(true);
    await context.close();
  });

  test("TILL-53, TILL-84: before a cart is paid the till learns what is short, deleted, unknown or at another price; above the stock it leads back or is asked about; without an answer the till warns", async () => {
    const add = async (name: string, stock: number): Promise<string> =>
      Added.parse(await ask("POST", "/api/products.php", { name, price: 5, stock })).id;
    const [torch, lamp, wick] = [
      await add("Last torch", 1),
      await add("Dear lamp", 9),
      await add("Gone wick", 9),
    ];
    await ask("PUT", "/api/v1/settings/business", { oversell_policy: "warn" });
    const { page, context } = await counter.app.visitAs(counter.owner, { size: PHONE });
    await page.route(CHANGES, withUnknownProduct);
    await openTill(page, counter.app.url, MILK);
    await becomeTill(page);
    await page.unroute(CHANGES);
    await page.route(CHANGES, (route) => route.abort());
    const items = [{ product_id: torch, quantity: 1, unit_price: 5 }];
    await ask("POST", "/api/sales.php", { payment_method: "cash", items });
    await ask("PUT", "/api/v1/settings/business", { oversell_policy: "block" });
    await ask("PUT", "/api/products.php", { id: lamp, price: 7 });
    await ask("DELETE", `/api/products.php?id=${wick}`);
    for (const name of [/^Last torch/, /^Dear lamp/, /^Gone wick/, /^Unheard bell/]) {
      await press(page, name);
    }
    const learnt = [
      "Last torch is out of stock",
      "Dear lamp now costs GH₵7.00",
      "Gone wick was deleted from the products",
      "Unheard bell is not in the products",
    ];
    await chargeSays(page, learnt);
    expect(await page.evaluate(checkedInMs)).toBeLessThan(1_000);
    expect(await button(page, "Sell anyway").count()).toBe(0);
    await chargePart(page).getByRole("button", { name: "Back to the cart" }).last().click();
    await barSays(page, /^4 items/);

    await ask("PUT", "/api/v1/settings/business", { oversell_policy: "warn" });
    await chargeSays(page, learnt);
    await press(page, "Sell anyway");
    await press(page, /^Exact/);
    await paidPart(page).waitFor(PATIENCE);
    await nextSale(page);
    await context.setOffline(true);
    await press(page, /^Last torch/);
    await openCharge(page);
    await chargePart(page).getByText("Last torch is out of stock").waitFor(PATIENCE);
    await press(page, /^Exact/);
    await paidPart(page).waitFor(PATIENCE);
    await context.close();
  });

  test("TILL-85, TILL-88: one that waits, was removed or is a copy says so and sells online", async () => {
    const waiting = await counter.app.visitAs(cashier, { size: PHONE });
    await openTill(waiting.page, counter.app.url, MILK);
    await headSays(waiting.page, "Not approved");
    await press(waiting.page, SOAP);
    await payCash(waiting.page);
    expect(await receipt(waiting.page)).toMatch(/^1-1-\d+$/);
    await waiting.context.close();

    const removed = await openOwn();
    await ask("DELETE", `/api/v1/tills/${await numberOf(removed.page)}`, { reason: "lost" });
    await sendNow(removed.page, /^Online/);
    await headSays(removed.page, "Till removed");
    await press(removed.page, SOAP);
    await payCash(removed.page);
    expect(await receipt(removed.page)).toMatch(/^1-1-\d+$/);
    await removed.context.close();

    const copy = await openOwn();
    await changeAnswers(copy.page, '"copied":false', '"copied":true');
    // It becomes a till of its own as soon as it can.
    await copy.page.route("**/api/v1/tills", (route) => route.abort());
    await sendNow(copy.page, /^Online/);
    await headSays(copy.page, "Copied till");
    await press(copy.page, SOAP);
    await payCash(copy.page);
    expect(await receipt(copy.page)).toMatch(/^1-1-\d+$/);
    await copy.context.close();
  });

  test("TILL-85: a sale that was set aside is said, with the reason", async () => {
    const { page, context } = await openOwn();
    const aside = '"state":"aside","reason":"wrong-sums"';
    await changeAnswers(page, '"state":"accepted"', aside);
    await sell(page, SOAP);
    await press(page, "1 set aside");
    await sheet(page, /^Till \d/)
      .getByText(/Set aside: its sums do not add up$/)
      .waitFor();
    await press(page, "Mark as seen");
    await page.keyboard.press("Escape");
    await headSays(page, "Online");
    await context.close();
  });

  test("TILL-85, TILL-88: after too long without contact it says so and sells nothing; a wrong clock is said", async () => {
    const { page, context } = await openOwn();
    await page.clock.setSystemTime(Date.now() + HOUR_MS);
    await openTill(page, counter.app.url, MILK);
    await headSays(page, "Wrong clock");
    await press(page, "Wrong clock");
    await page.getByText(/^The clock of this \w+ is off by \d+ minutes\.$/).waitFor();
    await page.keyboard.press("Escape");
    await page.clock.setSystemTime(Date.now());
    await openTill(page, counter.app.url, MILK);
    await headSays(page, "Online");

    await page.route("**/api/**", (route) => route.abort());
    // An answer that came after the change of the clock would make it a wrong one.
    await page.goto("about:blank");
    await page.clock.setSystemTime(Date.now() + 15 * DAY_MS);
    await page.goto(`${counter.app.url}/app/sell`);
    await press(page, MILK);
    await headSays(page, "Connect to sell");
    await press(page, /^Charge/);
    await page.getByText("14 days without contact. Connect this device to sell again.").waitFor();
    expect(await chargePart(page).count()).toBe(0);
    await context.close();
  });

  test("TILL-92: a product with an unknown barcode is not added without a network", async () => {
    const { page, context } = await openOwn();
    await context.setOffline(true);
    await headSays(page, "Offline");
    await search(page).fill("60019999");
    await search(page).press("Enter");
    const unknown = sheet(page, "No product with this code");
    await unknown.getByText(/You're offline, and new products need a network\./).waitFor();
    expect(await unknown.getByLabel("Product name").count()).toBe(0);
    await context.close();
  });

  test("TILL-90: an update is offered while the cart is empty, and keeps unsent sales and parked carts", async () => {
    const { page, context } = await counter.app.visitAs(counter.owner, {
      size: PHONE,
      hasWorker: true,
      bypassCSP: true,
    });
    await openTill(page, counter.app.url, MILK);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await page.getByText(/^Till \d+, /).waitFor(PATIENCE);
    await headSays(page, "Online");
    await page.route(ENTRIES, (route) => route.abort());
    await sell(page, SOAP);
    await press(page, MILK);
    await press(page, "Park");
    await button(page, "Parked carts, 1").waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js?next", { updateViaCache: "none" });
    });
    await press(page, MILK);
    await press(page, /to send$|^Online|^Update/);
    const till = sheet(page, /^Till \d/);
    await till.getByText("A new version is here. Finish or park this cart to update.").waitFor();
    expect(await button(page, "Update now").count()).toBe(0);
    await page.keyboard.press("Escape");
    await press(page, "Park");
    await button(page, "Parked carts, 2").waitFor();
    await press(page, /to send$|^Online|^Update/);
    await till
      .getByText("A new version is here. Unsent sales and parked carts are kept.")
      .waitFor();
    await Promise.all([page.waitForEvent("load"), press(page, "Update now")]);
    await button(page, "Parked carts, 2").waitFor(PATIENCE);
    await headSays(page, "1 to send");
    await context.close();
  });

  test("TILL-159, TILL-160, TILL-161: the write begins within the press that pays, and until it is done nothing changes the sale, whose receipt is out of sight", async () => {
    const { page, context } = await openOwn();
    await press(page, MILK);
    await openCharge(page);
    await page.evaluate(watchWrites);
    // The disk is busy with something else.
    await page.evaluate(keepDiskBusy);
    await press(page, /^Exact/);
    await page.getByText("Recording…").waitFor();
    // Drawn, but not to be seen.
    await page.getByText("Paid in cash").waitFor({ state: "attached", ...PATIENCE });
    expect(await page.getByText("Paid in cash").isVisible()).toBe(false);
    await press(page, "Back to the cart");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Leave the till" }).dispatchEvent("click");
    await button(page, SOAP).dispatchEvent("click");
    expect(await chargePart(page).innerText()).toMatch(/To pay\s+GH₵\s*10\.00/);
    await page.evaluate(() => {
      document.documentElement.dataset["disk"] = "free";
    });
    await paidPart(page).getByText("Paid in cash").waitFor(PATIENCE);
    expect(await paidPart(page).innerText()).toMatch(/Total\s+GH₵\s*10\.00/);
    expect(new URL(page.url()).pathname).toBe("/app/sell");
    expect(await page.locator("html").getAttribute("data-written-in")).toBe("click");
    await nextSale(page);
    await barSays(page, /^0 items/);
    await context.close();
  });
});

const Changes = z.looseObject({ data: TillChanges });

/** The till gets a product of which the server knows nothing. */
async function withUnknownProduct(route: Route): Promise<void> {
  const response = await route.fetch();
  const json = Changes.parse(await response.json());
  json.data.products.push({
    id: UNKNOWN,
    name: "Unheard bell",
    priceMinor: 300,
    stock: 5,
    sku: null,
    barcodes: [],
    category: null,
    unit: null,
    archived: false,
  });
  await route.fulfill({ response, json });
}

/** Runs in the page: how long its last question about a cart took. */
const checkedInMs = (): number | undefined =>
  performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/till/check"))
    ?.duration;

/** Notes in which event of the page the first write to the disk begins. */
const watchWrites = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its database
  const begin = IDBDatabase.prototype.transaction;
  Object.defineProperty(IDBDatabase.prototype, "transaction", {
    value(this: IDBDatabase, ...all: readonly unknown[]): unknown {
      const { dataset } = document.documentElement;
      if (all[1] === "readwrite") dataset["writtenIn"] ??= globalThis.event?.type ?? "none";
      return Reflect.apply(begin, this, all);
    },
  });
};

/** A transaction on everything that the till keeps, until the disk is said to be free. */
const keepDiskBusy = async (): Promise<void> => {
  const MOST_MS = 30_000;
  const all = await indexedDB.databases();
  const name = all.find((each) => each.name?.startsWith("tillbook-till:"))?.name ?? "";
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const stores = [...opening.result.objectStoreNames];
      const busy = IDBDatabase.prototype.transaction.call(opening.result, stores, "readonly");
      const untilMs = performance.now() + MOST_MS;
      const isBusy = () =>
        document.documentElement.dataset["disk"] !== "free" && performance.now() < untilMs;
      const goOn = () => {
        const [first = ""] = stores;
        if (isBusy()) busy.objectStore(first).count().onsuccess = goOn;
      };
      goOn();
      busy.oncomplete = () => opening.result.close();
      resolve();
    };
  });
};
