import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";

import { storeSession } from "#tests/kit/browser/browser.ts";
import type { LiveBrowser } from "#tests/kit/browser/killed-browser.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import {
  becomeTill,
  hasCart,
  openCharge,
  openSell,
  pressExact,
  receiptOn,
  sellOne,
} from "./selling.ts";
import { tillSales, useTillInBrowser } from "./till-in-browser.ts";

const PATIENCE = { timeout: 30_000 };
const MINUTE_MS = 60_000;
/** Two presses within this count as one. */
const DOUBLE_PRESS_MS = 750;

/** Sets the clock of the device. Runs in the page, before the app. */
const setClock = (startMs: number): void => {
  const aheadMs = startMs - Date.now();
  const now = Date.now.bind(Date);
  globalThis.Date = new Proxy(Date, {
    construct: (of, given: [] | [number]) =>
      given.length === 0 ? new of(now() + aheadMs) : new of(...given),
    get: (of, name): unknown => (name === "now" ? () => now() + aheadMs : Reflect.get(of, name)),
  });
};
/** The browser may delete what the app keeps. */
const promiseNothing = (): void => {
  navigator.storage.persisted = () => Promise.resolve(false);
  navigator.storage.persist = () => Promise.resolve(false);
};

describeWith(["postgres", "chromium"], "a till on a device with faults", () => {
  const shop = useStandaloneShop();
  const till = useTillInBrowser(shop);
  const shown: string[] = [];

  /** The time of the sale with this receipt in the log, in ms, and its flags. */
  const inLog = async (receipt: string) => {
    const [row] = await shop().query<{ ms: number; flags: string[] | null }>(
      `select occurred_ms::float8 as ms, meta -> 'flags' as flags from es.events
        where tenant_id = $1 and type = 'SaleRecorded'
          and concat_ws('-', 1, data ->> 'register', data ->> 'receiptNumber') = $2`,
      [shop().till.tenantId, receipt],
    );
    return row;
  };
  const arrives = async (receipt: string) => {
    await expect.poll(() => inLog(receipt), PATIENCE).toBeDefined();
    return inLog(receipt);
  };
  const open: LiveBrowser[] = [];
  const startBlank = async (): Promise<LiveBrowser> => {
    const browser = await till.profile().start("about:blank");
    open.push(browser);
    return browser;
  };
  afterEach(async () => {
    for (const { quit } of open.splice(0)) await quit();
    till.setNetwork("on");
  });
  const quitLast = async (): Promise<void> => open.pop()?.quit();
  const start = async (clockMs?: number): Promise<LiveBrowser> => {
    const browser = await startBlank();
    if (clockMs !== undefined) await browser.page.addInitScript(setClock, clockMs);
    await openSell(browser.page, till.url());
    return browser;
  };
  const sell = async (page: Page): Promise<string> => {
    await openSell(page, till.url());
    const receipt = await sellOne(page);
    shown.push(receipt);
    return receipt;
  };
  const comesBack = async (page: Page): Promise<void> => {
    till.setNetwork("on");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
  };

  test("TILL-89: a full disk keeps the cart and its number, and says so", async () => {
    const { page } = await startBlank();
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(till.url());
    // A browser that is running asks only now and then how much room there is.
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await openSell(page, till.url());
    await openCharge(page);
    await pressExact(page);
    await page.getByText(/Not saved. This device couldn't store the sale/).waitFor(PATIENCE);
    expect(await hasCart(page)).toBe(true);
    await session.send("Storage.overrideQuotaForOrigin", { origin });
    const paid = page.getByRole("region", { name: "Paid" });
    const isPaid = async (): Promise<boolean> => {
      if (!(await paid.isVisible())) await pressExact(page).catch(() => undefined);
      return paid.isVisible();
    };
    await expect.poll(isPaid, { ...PATIENCE, interval: DOUBLE_PRESS_MS }).toBe(true);
    const receipt = await receiptOn(page);
    shown.push(receipt);
    await arrives(receipt);
    await till.expectAll(shown);
  });

  test("TILL-86: a till whose browser may delete its data sells, and its sheet says so", async () => {
    const { page } = await start();
    await page.addInitScript(promiseNothing);
    await openSell(page, till.url());
    await page.getByRole("button", { name: "Online" }).first().click();
    await page.getByText(/The browser may delete what this/).waitFor(PATIENCE);
    await arrives(await sell(page));
  });

  test("TILL-61: two tabs without a network share the receipt numbers", async () => {
    const { page } = await start();
    const other = await page.context().newPage();
    await openSell(other, till.url());
    till.setNetwork("off");
    for (let sale = 0; sale < 3; sale += 1) {
      for (const tab of [page, other]) {
        await tab.bringToFront();
        shown.push(await sellOne(tab));
        await tab.waitForTimeout(DOUBLE_PRESS_MS);
        await tab.getByRole("button", { name: "Next sale" }).first().click();
      }
    }
    expect(new Set(shown).size).toBe(shown.length);
    await comesBack(page);
    await comesBack(other);
    await arrives(shown.at(-1) ?? "");
    await till.expectAll(shown);
  });

  /** The clock went wrong while the browser was closed, and there is no server to ask. */
  async function startAlone(clockMs: number): Promise<Page> {
    await quitLast();
    till.setNetwork("off");
    return (await start(clockMs)).page;
  }
  /** A till that has reached the server knows how wrong its clock is, also after a restart. */
  async function expectRightTimes(page: Page, clockMs: number): Promise<void> {
    await page.getByText("Wrong clock").first().waitFor(PATIENCE);
    await arrives(await sell(page));
    const later = await startAlone(clockMs);
    const receipt = await sell(later);
    await comesBack(later);
    const sale = await arrives(receipt);
    expect(sale?.flags).toBeNull();
    expect(Math.abs((sale?.ms ?? 0) - Date.now())).toBeLessThan(MINUTE_MS);
    await till.expectAll(shown);
  }

  test("TILL-65: with a clock in 1970, no sale gets a wrong time, with a network and without one", async () => {
    const right = await start();
    const before = await arrives(await sell(right.page));
    const page = await startAlone(0);
    const receipt = await sell(page);
    await comesBack(page);
    const sale = await arrives(receipt);
    expect(sale?.flags).toEqual(["clock"]);
    expect(sale?.ms).toBeGreaterThanOrEqual(before?.ms ?? Number.NaN);
    expect(sale?.ms).toBeLessThan(Date.now());
    await expectRightTimes(page, 0);
  });

  test("TILL-64, TILL-65: with a clock in 2099, a till stops until it reaches the server, and no sale gets a wrong time", async () => {
    const in2099 = Date.UTC(2099, 0);
    const right = await start();
    await arrives(await sell(right.page));
    const page = await startAlone(in2099);
    await openCharge(page);
    await page
      .getByText(/14 days without contact/)
      .first()
      .waitFor(PATIENCE);
    await comesBack(page);
    await expectRightTimes(page, in2099);
  });

  test("TILL-68: a private window is a till of its own while it is open", async () => {
    const { page } = await start();
    const context = await page.context().browser()?.newContext();
    const own = await context?.newPage();
    if (own === undefined) throw new Error("no private window");
    await own.goto(new URL("/auth/login", till.url()).href);
    await storeSession(own, shop().till.stored);
    const receipt = await becomeTill(own, till.url());
    expect(receipt).toBe("1-3-1");
    await arrives(receipt);
  });

  test("TILL-62: a browser that lost its database becomes another till, and what it had sent stays", async () => {
    const { page } = await start();
    await arrives(await sell(page));
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(till.url());
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    const receipt = await becomeTill(page, till.url());
    expect(receipt).toBe("1-4-1");
    await arrives(receipt);
    const ofFirst = (await tillSales(shop())).filter(({ register }) => register === 2);
    expect(ofFirst.map(({ receipt: number }) => number)).toEqual(ofFirst.map((_, at) => at + 1));
  });
});
