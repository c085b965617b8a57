import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { type LiveBrowser, openProfile } from "#tests/kit/browser/killed-browser.ts";
import { becomeTill } from "#tests/kit/browser/screens/till.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { startDemo } from "#tests/kit/product/demo-product.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";

import { storedTexts } from "./tills/stored-here.ts";

const START_MS = 60_000;
const DOUBLE_PRESS_MS = 750;
const MILK = /^Peak Milk 400g/;

const Receipts = z.array(z.object({ id: z.string(), receipt_number: z.string() }));

describeWith(["postgres", "chromium"], "a till in real Chromium", () => {
  let folder = "";
  let port = 0;
  let product: Standalone;
  let proxy: TcpProxy;
  let profile: Awaited<ReturnType<typeof openProfile>>;
  let browser: LiveBrowser;
  let url = "";

  const start = () => startStandalone(folder, { PORT: String(port) });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-till-"));
    port = await ownPort();
    product = await startDemo(folder, { PORT: String(port) });
    proxy = await openTcpProxy({ host: "127.0.0.1", port });
    url = `http://127.0.0.1:${proxy.port}`;
    profile = await openProfile();
    browser = await profile.start(`${url}/auth/login`);
    await signIn(browser.page);
  });
  afterAll(async () => {
    await browser.kill();
    await profile.remove();
    await proxy.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function signIn(page: Page): Promise<void> {
    const [owner] = await product.signIns();
    await page.getByLabel("Email").fill(owner?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(owner?.password ?? "");
    await page.locator("form button[type=submit]").click();
    await page.waitForURL("**/app/dashboard");
  }

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

  async function openSell(page: Page): Promise<void> {
    await page.goto(`${url}/app/sell`);
    await button(page, MILK).waitFor({ timeout: START_MS });
  }

  /** From the tile to the receipt: its number, and all that is on it. */
  async function sell(page: Page, pay: (page: Page) => Promise<void>) {
    if (!(await button(page, /^Charge/).isEnabled())) await button(page, MILK).click();
    await button(page, /^Charge/).click();
    await pay(page);
    const paid = page.getByRole("region", { name: "Paid" });
    await paid.getByRole("article", { name: "Receipt" }).waitFor();
    const text = await paid.getByRole("article", { name: "Receipt" }).innerText();
    // A second press right after the first counts as one, so that the change due stays on the screen.
    await page.waitForTimeout(DOUBLE_PRESS_MS);
    await button(page, "Next sale").click();
    await paid.waitFor({ state: "detached" });
    return { number: /\d+-\d+-\d+/.exec(text)?.[0] ?? "", text };
  }
  const cash = (page: Page) => button(page, /^Exact/).click();
  const momo = async (page: Page) => {
    await page.getByText("MoMo", { exact: true }).click();
    await page.getByLabel(/^Reference/).fill("MM-7");
    await button(page, /^Record MoMo/).click();
  };

  /** The sales of this till that the server lists. */
  const listed = async (page: Page): Promise<z.infer<typeof Receipts>> => {
    const text = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      return (await fetch("/api/sales.php?limit=50&page=1", { headers })).text();
    });
    const { data } = z.object({ data: Receipts }).parse(JSON.parse(text));
    return data.filter(({ receipt_number: number }) => number.startsWith("1-2-"));
  };
  const numbers = async (page: Page): Promise<string[]> => {
    const found = await listed(page).catch(() => []);
    return found.map(({ receipt_number: number }) => number).toSorted();
  };

  /** A tap is on screen a moment before it is on the device. */
  const keepsCart = async (page: Page): Promise<boolean> => {
    const rows = await page.evaluate(storedTexts);
    return rows.some((row) => row.includes('"changedMs"'));
  };

  /** Enrolled, with the data of the shop and the app itself on the device. */
  async function becomeOfflineTill(page: Page): Promise<void> {
    await openSell(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await becomeTill(page);
  }

  test("TILL-93, TILL-94: sells without a server, through a reload and a restart", async () => {
    await becomeOfflineTill(browser.page);
    const sold = [await sell(browser.page, cash)];
    await expect.poll(() => numbers(browser.page)).toEqual(["1-2-1"]);

    await product.kill();
    await browser.page.reload();
    await button(browser.page, MILK).waitFor({ timeout: START_MS });
    sold.push(await sell(browser.page, cash), await sell(browser.page, momo));

    await button(browser.page, MILK).click();
    await expect.poll(() => keepsCart(browser.page)).toBe(true);
    await browser.quit();
    browser = await profile.start(`${url}/app/sell`);
    const { page } = browser;
    await button(page, MILK).waitFor({ timeout: START_MS });
    // The cart is still there, and so are the sales of the day.
    await expect.poll(() => button(page, /^Charge/).isEnabled()).toBe(true);
    await button(page, /\d to send/).click();
    const sheet = page.getByRole("dialog", { name: "Till 2" });
    await sheet.getByRole("button", { name: "Today's sales (3)" }).click();
    await page.getByRole("dialog", { name: "Today's sales" }).getByText("1-2-1").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    sold.push(await sell(page, cash));
    expect(sold.map(({ number }) => number)).toEqual(["1-2-1", "1-2-2", "1-2-3", "1-2-4"]);

    product = await start();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect
      .poll(() => numbers(page), { timeout: START_MS })
      .toEqual(["1-2-1", "1-2-2", "1-2-3", "1-2-4"]);
    await button(page, "Online").waitFor({ timeout: START_MS });
  });

  test("TILL-82: the server shows the receipts that were printed", async () => {
    const { page } = browser;
    await openSell(page);
    const { number, text } = await sell(page, momo);
    await expect.poll(() => numbers(page)).toContain(number);
    const sale = (await listed(page)).find(({ receipt_number: its }) => its === number);
    await page.goto(`${url}/app/sales?sale=${sale?.id}`);
    const shown = page.getByRole("dialog").getByRole("article", { name: "Receipt" });
    await shown.waitFor();
    const withoutCopy = (await shown.innerText()).replace(/^copy\s+/i, "");
    expect(withoutCopy).toBe(text);
  });

  test("TILL-81, TILL-94: a network that swallows everything delays no sale", async () => {
    const { page } = browser;
    await openSell(page);
    proxy.setSilent(true);
    const { number } = await sell(page, cash);
    expect(number).toBe("1-2-6");
    await button(page, "1 to send").waitFor();
    proxy.setSilent(false);
    proxy.cut();
    await button(page, "1 to send").click();
    await page.getByRole("dialog", { name: "Till 2" }).getByText("Send now").click();
    await expect.poll(() => numbers(page), { timeout: START_MS }).toContain(number);
    const all = await numbers(page);
    expect(all).toEqual([...new Set(all)]);
    expect(all).toHaveLength(6);
  });
});
