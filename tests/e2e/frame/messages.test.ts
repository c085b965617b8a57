import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { hiddenTableHeads } from "#tests/kit/browser/screens/checks.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { becomeTill, openTill } from "#tests/kit/browser/screens/till.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 60_000 };
const SUCCESS_MS = 2_000;
const ERROR_MS = 4_000;
const MOST_TOASTS = 20;
const TICK_MS = 5;
/** A request is given up after 30 seconds. */
const UNANSWERED_MS = 25_000;
const LONG_MS = 60_000;
const PAGE = 50;
const MILO = /^Milo 400g/;
const MILK = /^Peak Milk 400g/;

describeWith(["postgres", "chromium"], "messages, lists and tabs in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  const toasts = (page: Page) => page.locator("li[data-kind]");
  const send = async (page: Page): Promise<void> => {
    const button = page.getByRole("button", { name: "Send message" });
    // While it is busy it ignores presses.
    await until(page, () => button.and(page.locator("[aria-busy=true]")).count(), 0);
    await button.click();
  };

  /** The filled-in contact form of a guest, who is never answered, with a clock that is moved. */
  async function openContact(): Promise<Page> {
    const { page } = await app.visit("guest", { size: DESKTOP });
    await page.clock.install();
    await page.route("**/api/v1/contact", (route) => route.abort());
    await page.goto(`${app.url}/contact`);
    await page.getByLabel("First name").fill("Ama");
    await page.getByLabel("Last name").fill("Owusu");
    await page.getByLabel("Email").fill("ama@mail.example");
    await page.getByLabel("Subject").selectOption("Sales");
    await page.getByRole("textbox", { name: "Message" }).fill("How long does a message stay?");
    await page.clock.pauseAt(Date.now() + LONG_MS);
    // With the code that shows messages, which comes with the first one.
    await fail(page, 1);
    await page.clock.runFor(ERROR_MS);
    await until(page, () => toasts(page).count(), 0);
    return page;
  }
  /** Lets as little time pass as the page needs to get there. */
  const until = (page: Page, count: () => Promise<number>, wanted: number): Promise<void> =>
    expect
      .poll(async () => {
        await page.clock.runFor(TICK_MS);
        return count();
      }, PATIENCE)
      .toBe(wanted);
  const leave = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("blur")));
  const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));
  async function fail(page: Page, shown: number): Promise<void> {
    await send(page);
    await until(page, () => toasts(page).count(), shown);
  }

  test("TOAST-01, TOAST-02: at most twenty are shown, newest first, an error for 4 seconds and success for 2", async () => {
    const page = await openContact();
    await fail(page, 1);
    await page.clock.runFor(ERROR_MS - 500);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(700);
    await expect.poll(() => toasts(page).count(), PATIENCE).toBe(0);

    for (let shown = 1; shown <= MOST_TOASTS; shown += 1) await fail(page, shown);
    await page.unroute("**/api/v1/contact");
    await send(page);
    const successes = () => page.locator("li[data-kind=success]").count();
    await until(page, successes, 1);
    const kinds = await toasts(page).evaluateAll((all) =>
      all
        .toSorted((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)
        .map((toast) => toast.dataset["kind"]),
    );
    expect(kinds[0]).toBe("success");
    expect(await toasts(page).count()).toBe(MOST_TOASTS);
    expect(await page.locator("li[data-kind=error]").count()).toBe(MOST_TOASTS - 1);
    await page.clock.runFor(SUCCESS_MS - 500);
    expect(await successes()).toBe(1);
    await page.clock.runFor(700);
    await expect.poll(successes, PATIENCE).toBe(0);
  });

  test("TOAST-01: a message about what goes on stays until it is replaced, and one without a judgement for 4 seconds", async () => {
    const signed = await app.newShop("Message Stores");
    const ask = (path: string, body: object) => app.api.ask("POST", path, { as: signed, body });
    await ask("/api/customers.php", { first_name: "Kofi", last_name: "Undone" });
    await ask("/api/products.php", { name: "Said soap", price: 4.5, stock: 9 });
    const { page } = await app.visitAs(signed, { size: DESKTOP });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/restore", async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`${app.url}/app/customers`);
    await page.getByRole("button", { name: "Delete Kofi Undone" }).click(PATIENCE);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    const loading = toasts(page).filter({ hasText: "Restoring Kofi Undone..." });
    await loading.waitFor(PATIENCE);
    await page.clock.fastForward(UNANSWERED_MS);
    expect(await loading.count()).toBe(1);
    goOn();
    await toasts(page).filter({ hasText: "Kofi Undone restored" }).waitFor(PATIENCE);
    expect(await loading.count()).toBe(0);

    await page.route("**/api/sales.php", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await page.goto(`${app.url}/app/sales?new=1`);
    await page.getByLabel("Add a product").fill("Said");
    await page.getByRole("option").first().click(PATIENCE);
    await page.getByRole("button", { name: /^Save sale/ }).click();
    const blank = page.locator("li[data-kind=blank]");
    await blank.waitFor(PATIENCE);
    await page.clock.fastForward(ERROR_MS);
    await blank.waitFor({ state: "detached" });
  });

  test("TOAST-03: the time of a message stops while it is hovered or focused, or the window is left", async () => {
    const page = await openContact();
    const toast = toasts(page).first();
    for (const [pause, resume] of [
      [() => toast.hover(), () => page.mouse.move(10, 700)],
      [() => toast.getByRole("button").focus(), () => page.getByLabel("Email").focus()],
      [() => leave(page), () => comeBack(page)],
    ] as const) {
      await fail(page, 1);
      await page.clock.runFor(ERROR_MS - 1_000);
      await pause();
      await page.clock.runFor(LONG_MS);
      expect(await toasts(page).count()).toBe(1);
      await resume();
      await page.clock.runFor(500);
      expect(await toasts(page).count()).toBe(1);
      await page.clock.runFor(700);
      await expect.poll(() => toasts(page).count(), PATIENCE).toBe(0);
    }
  });

  test("STATE-20, STATE-22: a paged list shows its range and total, and its head, also after other pages", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    await page.goto(`${app.url}/app/customers`);
    for (const name of ["Products", "Inventory", "Sales"]) {
      await page.getByRole("navigation").first().getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor(PATIENCE);
      await page.getByRole("columnheader").first().waitFor(PATIENCE);
      expect(await hiddenTableHeads(page)).toEqual([]);
      const head = await page.getByRole("columnheader").first().boundingBox();
      expect(head?.height).toBeGreaterThan(10);
    }
    const range = page.getByText(/^1 to 50 of [\d,]+$/);
    await range.waitFor(PATIENCE);
    const total = (await range.innerText()).replace("1 to 50 of ", "");
    await page.getByText(`${total} sales`, { exact: true }).waitFor();
    expect(await page.getByRole("main").getByRole("row").count()).toBe(1 + PAGE);
    await page.getByRole("button", { name: /^Next/ }).click();
    await page.getByText(`51 to 100 of ${total}`).waitFor(PATIENCE);
    await page.getByRole("button", { name: /^Previous/ }).click();
    await range.waitFor(PATIENCE);
  });

  test("STATE-42: a tab goes on with its own cart, or with the other's once its own was parked", async () => {
    const { page, context } = await app.visit("owner", { size: PHONE });
    const bar = (tab: Page) => tab.getByRole("button", { name: /\d items?\b/ }).first();
    const barText = (tab: Page) => bar(tab).innerText({ timeout: 60_000 });
    await openTill(page, app.url, MILO);
    await becomeTill(page);
    await page.getByRole("button", { name: MILO }).first().click();
    await expect.poll(() => barText(page), PATIENCE).toContain("62.00");
    const other = await context.newPage();
    await openTill(other, app.url, MILK);
    await expect.poll(() => barText(other), PATIENCE).toContain("62.00");
    await other.getByRole("button", { name: /^Park/ }).first().click();
    await expect.poll(() => barText(other), PATIENCE).toContain("0 items");
    for (const count of [1, 2]) {
      await other.getByRole("button", { name: MILK }).first().click();
      await expect.poll(() => barText(other), PATIENCE).toContain(`${count} item`);
    }
    await page.reload();
    await expect.poll(() => barText(page), PATIENCE).toContain("2 items");
    await page.close();
    await other.close();
  });

  test("SHELL-40: on Sell the first stop of the Tab key leads past the products to the cart", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    await openTill(page, app.url, MILO);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent;
      });
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the cart");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Cart");
  });

  test("STATE-21: a page may use the camera, and nothing that the till does not use", async () => {
    const { page } = await app.visit("owner", { size: DESKTOP });
    const policyOf = (feature: string) =>
      page.evaluate((name) => {
        const policy: unknown = Reflect.get(document, "featurePolicy");
        const allows: unknown = Reflect.get(Object(policy), "allowsFeature");
        return typeof allows === "function" && Reflect.apply(allows, policy, [name]) === true;
      }, feature);
    for (const path of ["dashboard", "sell"]) {
      const answer = await page.goto(`${app.url}/app/${path}`);
      expect(answer?.headers()["permissions-policy"]).toContain("camera=(self)");
      await page.getByRole("heading").first().waitFor(PATIENCE);
      expect(await policyOf("camera")).toBe(true);
      expect([await policyOf("geolocation"), await policyOf("microphone")]).toEqual([false, false]);
    }
  });
});
