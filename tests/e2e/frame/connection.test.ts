import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { quiet, watchRequests } from "#tests/kit/browser/screens/quiet.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const PRODUCTS = "/api/products.php";
const CUSTOMERS = "/api/customers.php";
const SLOW_MS = 8_000;
const TIMEOUT_MS = 30_000;
const FRESH_MS = 300_000;
const REFUSAL = { success: false, error: "Your role may not see this", request_id: "r-1" };
const Id = z.object({ id: z.string() });

/** Counts, in the page, what the server says on the live line. */
const listenToLive = () => {
  const send = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const answer = await send(...request);
    if (!answer.url.endsWith("/api/v1/live")) return answer;
    const [own, read] = answer.body?.tee() ?? [];
    const heard = new WritableStream<string>({
      write: (text) => {
        document.documentElement.dataset["live"] =
          (document.documentElement.dataset["live"] ?? "") + text;
      },
    });
    void read?.pipeThrough(new TextDecoderStream()).pipeTo(heard);
    return new Response(own, answer);
  };
};

describeWith(["postgres", "chromium"], "the frame and its server in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    const signed = await app.signedIn("owner");
    if (signed === undefined) throw new Error("no owner");
    owner = signed;
  });
  afterAll(() => app.close());

  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole("heading", { level: 1, name }).first().waitFor(PATIENCE);
  const row = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(name), includeHidden: true });
  const goTo = async (page: Page, name: string): Promise<void> => {
    await page.getByRole("navigation").first().getByRole("link", { name }).click(PATIENCE);
    await heading(page, name);
  };
  /** With the parts of the frame that are loaded after the first screen. */
  const openWhole = async (page: Page, path: string): Promise<void> => {
    watchRequests(page);
    const last = page.waitForRequest("**/api/v1/live", PATIENCE);
    await page.goto(app.url + path);
    await last;
    await quiet(page);
  };
  const again = (page: Page) => page.getByRole("button", { name: "Try Again" });
  /** How often the page has asked for this path since now. */
  const countAsks = (page: Page, path: string): (() => number) => {
    let asks = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === path && request.method() === "GET") asks += 1;
    });
    return () => asks;
  };
  const newProduct = async (name: string, stock = 9): Promise<string> => {
    const body = { name, price: 4.5, stock };
    return Id.parse(await app.api.ask("POST", PRODUCTS, { as: owner, body })).id;
  };
  const rename = (id: string, name: string) =>
    app.api.ask("PUT", PRODUCTS, { as: owner, body: { id, name } });

  test("SHELL-13: the frame says when the device is offline, how old its figures are, and when it is back", async () => {
    const { page, context } = await app.visit("owner", { size: DESKTOP });
    await openWhole(page, "/app/products");
    await page.getByRole("row").nth(1).waitFor(PATIENCE);
    await context.setOffline(true);
    await page.getByText("You're offline.").waitFor(PATIENCE);
    await page
      .getByText(/^Figures from \d\d:\d\d\. Changes can't be saved right now\.$/)
      .waitFor(PATIENCE);
    await page.getByRole("banner").getByText("Offline", { exact: true }).waitFor();
    await context.setOffline(false);
    await page.getByText("You're back online.", { exact: true }).waitFor(PATIENCE);
    await page.getByText("You're offline.").waitFor({ state: "detached" });
  });

  test("SHELL-18, SHELL-24: without the server the till sells, the frame counts what is unsent, and all is repeated when it is back", async () => {
    const name = "Unreached Sardines";
    await newProduct(name);
    const { page } = await app.visit("owner", { size: DESKTOP });
    await openTill(page, app.url, new RegExp(`^${name}`));
    await becomeTill(page);
    await page.goto(`${app.url}/app/products`);
    await row(page, name).getByText("9").first().waitFor(PATIENCE);

    const cut = (route: Route) => route.abort();
    await page.route("**/api/**", cut);
    await openTill(page, app.url, new RegExp(`^${name}`));
    await page
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Charge/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Exact/ })
      .first()
      .click();
    await page.getByRole("region", { name: "Paid" }).waitFor(PATIENCE);
    await page.goto(`${app.url}/app/products`);
    await page.getByText("Can't reach the server.").waitFor(PATIENCE);
    await page.getByText(/^Figures from \d\d:\d\d\. 1 sale to send\.$/).waitFor(PATIENCE);
    await page.getByRole("banner").getByText("No connection").waitFor();
    await row(page, name).getByText("9").first().waitFor();

    await page.unroute("**/api/**", cut);
    await page.getByText("You're back online.", { exact: true }).waitFor(PATIENCE);
    await row(page, name).getByText("8").first().waitFor(PATIENCE);
    await page.getByText("Can't reach the server.").waitFor({ state: "detached" });
  });

  test("SHELL-21, STATE-07: another's change waits for the next page, and their own is shown at once", async () => {
    const id = await newProduct("Stale Biscuits");
    const { page } = await app.visit("owner", { size: DESKTOP });
    await page.addInitScript(listenToLive);
    await page.goto(`${app.url}/app/products`);
    await row(page, "Stale Biscuits").waitFor(PATIENCE);
    const heard = () => page.evaluate(() => document.documentElement.dataset["live"] ?? "");
    await expect.poll(heard, PATIENCE).toContain("hello");
    watchRequests(page);
    await quiet(page);
    const before = (await heard()).length;
    const asks = countAsks(page, PRODUCTS);
    await rename(id, "Fresh Biscuits");
    await expect.poll(async () => (await heard()).slice(before), PATIENCE).toContain("changed");
    await quiet(page);
    expect(asks()).toBe(0);
    await row(page, "Stale Biscuits").waitFor();
    await goTo(page, "Inventory");
    await row(page, "Fresh Biscuits").waitFor(PATIENCE);
    expect(asks()).toBeGreaterThan(0);

    await goTo(page, "Products");
    await page.getByRole("button", { name: "Edit Fresh Biscuits" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Own Biscuits");
    await dialog.locator("button[type=submit]").click();
    await dialog.waitFor({ state: "detached" });
    await row(page, "Own Biscuits").waitFor();
    expect(await row(page, "Fresh Biscuits").count()).toBe(0);
  });

  test("STATE-03, STATE-04: a refusal is shown at once and final, a fault is shown after one of its three retries", async () => {
    const fresh = await app.newShop("Retried Stores");
    const { page } = await app.visitAs(fresh, { size: DESKTOP });
    await page.clock.install();
    await page.goto(`${app.url}/app/team`);
    await heading(page, "Team");
    await page.route(`**${CUSTOMERS}`, (route) => route.fulfill({ status: 403, json: REFUSAL }));
    const asks = countAsks(page, CUSTOMERS);
    await goTo(page, "Customers");
    await page.getByText(REFUSAL.error).waitFor(PATIENCE);
    const asked = asks();
    await page.clock.runFor(SLOW_MS);
    expect(asks()).toBe(asked);

    await page.unroute(`**${CUSTOMERS}`);
    await page.route(`**${CUSTOMERS}`, (route) => route.abort());
    const fault = page.getByText("Check the connection, then try again.");
    await again(page).click();
    await expect.poll(asks, PATIENCE).toBe(asked + 1);
    expect(await fault.count()).toBe(0);
    // Give or take a quarter.
    for (const [retry, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await page.clock.runFor(waitMs * 1.3);
      await expect.poll(asks, PATIENCE).toBe(asked + 2 + retry);
      await fault.waitFor(PATIENCE);
    }
    await page.clock.runFor(TIMEOUT_MS);
    expect(asks()).toBe(asked + 4);
    await page.unroute(`**${CUSTOMERS}`);
    await again(page).click();
    await page.getByText("No customers found").first().waitFor(PATIENCE);
  });

  test("STATE-04: a command without an answer is sent again only by the person, with its key", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    const keys: string[] = [];
    await page.route(`**${CUSTOMERS}`, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      keys.push(route.request().headers()["idempotency-key"] ?? "");
      // It has arrived, and its answer is lost.
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.goto(`${app.url}/app/customers?add=1`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First Name").fill("Ekua");
    await dialog.getByLabel("Last Name").fill("Onlyonce");
    const add = dialog.getByRole("button", { name: "Add Customer" });
    await add.click();
    await dialog.getByText(/^We couldn't confirm this saved/).waitFor(PATIENCE);
    expect(keys).toHaveLength(1);
    await add.click();
    await dialog.waitFor({ state: "detached" });
    await row(page, "Ekua Onlyonce").waitFor(PATIENCE);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
    expect(await row(page, "Ekua Onlyonce").count()).toBe(1);
  });

  test("STATE-05: a request is called slow after 8 seconds, and given up after 30", async () => {
    const fresh = await app.newShop("Slow Stores");
    const { page } = await app.visitAs(fresh, { size: DESKTOP });
    await page.clock.install();
    await page.route(`**${CUSTOMERS}`, () => undefined);
    const failed = page.waitForEvent("requestfailed", {
      predicate: (request) => new URL(request.url()).pathname === CUSTOMERS,
      ...PATIENCE,
    });
    await page.goto(`${app.url}/app/customers`);
    await page.getByText("Loading customers...").waitFor(PATIENCE);
    await page.clock.runFor(SLOW_MS - 1_000);
    expect(await page.getByText("Still loading…").count()).toBe(0);
    await page.clock.runFor(2_000);
    await page.getByText("Still loading…").waitFor(PATIENCE);
    await page.clock.runFor(TIMEOUT_MS);
    expect((await failed).failure()?.errorText).toContain("ABORTED");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("STATE-06: data is fresh for five minutes, also for a window that gets the focus", async () => {
    const fresh = await app.newShop("Fresh Stores");
    const { page } = await app.visitAs(fresh, { size: DESKTOP });
    await page.clock.install();
    await page.goto(`${app.url}/app/customers`);
    await page.getByText("No customers found").first().waitFor(PATIENCE);
    const asks = countAsks(page, CUSTOMERS);
    const comeBack = async (): Promise<void> => {
      await goTo(page, "Team");
      await page.evaluate(() => {
        window.dispatchEvent(new Event("focus"));
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await goTo(page, "Customers");
      await page.getByText("No customers found").first().waitFor(PATIENCE);
    };
    // The first answer is from before the live updates began, so it is asked for once more.
    const askAgain = async (): Promise<number> => {
      await comeBack();
      return asks();
    };
    await expect.poll(askAgain, PATIENCE).toBe(1);
    await comeBack();
    expect(asks()).toBe(1);
    await page.clock.fastForward(FRESH_MS + 1_000);
    await comeBack();
    await expect.poll(asks, PATIENCE).toBe(2);
    await page.getByRole("button", { name: "Add Customer" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First Name").fill("Ato");
    await dialog.getByLabel("Last Name").fill("Written");
    await dialog.getByRole("button", { name: "Add Customer" }).click();
    await row(page, "Ato Written").waitFor(PATIENCE);
    expect(asks()).toBeGreaterThanOrEqual(3);
  });
});
