import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import { tabTo } from "#tests/kit/browser/screens/keyboard.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { openScreen } from "#tests/kit/browser/screens/screen.ts";
import { forgetAnswers, stayNoTill } from "#tests/kit/browser/screens/states.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const LOADING = SCREENS.filter(({ reads, who }) => reads !== undefined && who === "owner");
const ANSWER_AFTER_MS = 400;
const MOST_SHIFT = 0.02;

/** Sums up layout shifts without user input, in the page. */
const watchShifts = () => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isExpected = Reflect.get(entry, "hadRecentInput") === true;
      shift += isExpected ? 0 : Number(Reflect.get(entry, "value"));
    }
    document.documentElement.dataset["shift"] = String(shift);
  }).observe({ type: "layout-shift", buffered: true });
};

const moving = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === "running" && Number(effect?.getComputedTiming().duration) > 1,
        ).length,
  );

describeWith(["postgres", "chromium"], "interaction with the screens", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct();
  });
  afterAll(() => app.close());

  describe.each([
    ["a phone", PHONE],
    ["a desktop", DESKTOP],
  ])("on %s", (_, size) => {
    let opened: OpenedPage;
    beforeAll(async () => {
      opened = await app.visit("owner", { size });
      const { page } = opened;
      await page.addInitScript(watchShifts);
      await page.route("**/api/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
        await route.continue();
      });
      await stayNoTill(page);
    });
    afterAll(async () => {
      await opened.page.unrouteAll({ behavior: "ignoreErrors" });
      await opened.context.close();
    });

    test.each(LOADING)("STATE-01: nothing jumps while $name loads", async (screen) => {
      const { page } = opened;
      await forgetAnswers(page, app.url);
      await openScreen(page, app.url, screen);
      const shift = await page.evaluate(() => document.documentElement.dataset["shift"] ?? "0");
      expect(Number(shift)).toBeLessThanOrEqual(MOST_SHIFT);
    });
  });

  test("STATE-13: a sale is recorded in the modal without a mouse", async () => {
    const { page, context, complaints } = await app.visit("owner", { size: DESKTOP });
    await page.goto(`${app.url}/app/sales`);
    await page.getByRole("row").nth(1).waitFor();
    await tabTo(page, "New Sale");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Add a product");
    await page.keyboard.type("Gari");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await tabTo(page, /^Quantity/);
    await page.keyboard.type("3");
    await tabTo(page, /^Save sale/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const first = page.getByRole("main").getByRole("row").nth(1);
    await expect.poll(() => first.innerText()).toMatch(/\b3\b[^]*Cash/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("STATE-17: nothing moves for people who prefer reduced motion", async () => {
    const { page, context } = await app.visit("owner", { size: PHONE });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.route("**/api/customers.php", () => undefined);
    await page.goto(`${app.url}/app/customers`);
    await page.getByText("Loading customers...").waitFor();
    expect(await moving(page)).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${app.url}/app/customers`);
    await page.getByRole("button", { name: "Add Customer" }).first().click();
    await page.getByRole("dialog").waitFor();
    expect(await moving(page)).toBe(0);
    await context.close();
  });

  test.each([
    ["at the top right of a desktop", DESKTOP, [200, 480], [56, 180]],
    ["over the width of a phone, above its bottom bar", PHONE, [320, 360], [500, 680]],
  ] as const)("TOAST-04: a message appears %s and moves nothing", async (_, size, wide, high) => {
    const { page, context } = await app.visit("owner", { size });
    await page.goto(`${app.url}/app/customers`);
    await page.getByRole("row").nth(1).waitFor();
    await page.addInitScript(watchShifts);
    await page.getByRole("button", { name: "Add Customer" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("First Name").fill("Adwoa");
    await dialog.getByLabel("Last Name").fill(`Toast ${size.width}`);
    await dialog.getByRole("button", { name: "Add Customer" }).click();
    const toast = page.locator("li[data-kind=success]");
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect(box).not.toBeNull();
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    expect(size.width - (x + width)).toBeLessThanOrEqual(16);
    expect([y >= high[0], y + height <= high[1]]).toEqual([true, true]);
    expect([width > wide[0], width <= wide[1]]).toEqual([true, true]);
    await context.close();
  });
});
