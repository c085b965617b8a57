import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBrowser, openPage, PHONE, storeSession } from "#tests/kit/browser/browser.ts";
import { storedOf } from "#tests/kit/browser/screens/api.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { settled } from "#tests/kit/browser/screens/screen.ts";
import { openTill } from "#tests/kit/browser/screens/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { cutButtons, cutNames, isWhole, reachesOut } from "./cut-text.ts";

/** What a person chooses in the browser; style sheets and media queries follow it. */
const TWICE_THE_TEXT = "--blink-settings=defaultFontSize=32";

const MAIN_SCREENS = [
  "/app/dashboard",
  "/app/products",
  "/app/sales",
  "/app/inventory",
  "/app/customers",
  "/app/reports",
  "/app/notifications",
  "/app/team",
  "/app/settings",
  "/app/sell",
];

describeWith(["postgres", "chromium"], "a phone whose text is twice as large", () => {
  let app: OpenProduct;
  let browser: Browser;
  beforeAll(async () => {
    app = await openProduct();
    browser = await openBrowser([TWICE_THE_TEXT]);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const openAsOwner = async (): Promise<Page> => {
    const signed = await app.signedIn("owner");
    if (signed === undefined) throw new Error("the owner has no sign-in");
    const { page } = await openPage(browser, PHONE, { isMobile: true, hasTouch: true });
    await page.goto(`${app.url}/about`);
    await storeSession(page, storedOf(signed));
    return page;
  };

  test.each(MAIN_SCREENS)("STATE-40: %s cuts no name or button", async (path) => {
    const page = await openAsOwner();
    await page.goto(app.url + path);
    await page.getByRole("heading").first().waitFor();
    await settled(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      "32px",
    );
    expect(await cutNames(page)).toEqual([]);
    expect(await cutButtons(page)).toEqual([]);
    await page.context().close();
  });

  test("STATE-40: nothing of the skip link is seen until it has the focus", async () => {
    const page = await openAsOwner();
    await page.goto(`${app.url}/app/dashboard`);
    const skip = page.getByText("Skip to content");
    await skip.waitFor({ state: "attached" });
    const bottom = async () => {
      const box = await skip.boundingBox();
      return box === null ? 0 : box.y + box.height;
    };
    expect(await bottom()).toBeLessThanOrEqual(0);
    await skip.focus();
    expect(await bottom()).toBeGreaterThan(0);
    await page.context().close();
  });

  describe("at the till", () => {
    let page: Page;
    beforeAll(async () => {
      page = await openAsOwner();
      await openTill(page, app.url);
      await page.getByRole("button", { name: /^Gari 1kg/ }).click();
      await page.getByRole("button", { name: /^Milo 400g/ }).click();
    });
    afterAll(() => page.context().close());

    test("STATE-40: Charge, Take cash and Next sale are whole in the window, and so is the change", async () => {
      const charge = page.getByRole("button", { name: /^Charge/ });
      expect(await isWhole(charge)).toBe(true);
      await charge.click();

      const take = page.getByRole("button", { name: /^Take cash/ });
      await take.waitFor();
      expect(await isWhole(take)).toBe(true);
      await page.getByRole("button", { name: "2", exact: true }).click();
      await take.click();
      await page.getByRole("button", { name: "Add part payment" }).waitFor();
      expect(await isWhole(take)).toBe(true);
      expect(await cutButtons(page)).toEqual([]);

      await page.getByRole("button", { name: "Edit amount" }).click();
      await page.getByRole("button", { name: /200$/ }).click();
      const next = page.getByRole("button", { name: "Next sale" });
      await next.waitFor();
      expect(await isWhole(next)).toBe(true);
      expect(await reachesOut(page.getByRole("region", { name: "Paid" }))).toEqual([]);
    });
  });
});
