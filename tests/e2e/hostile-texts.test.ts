import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DESKTOP, type OpenedPage } from "#tests/kit/browser/browser.ts";
import { SCREENS } from "#tests/kit/browser/screens/all-screens.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { BANNER, openHostileShop } from "#tests/kit/browser/screens/hostile-shop.ts";
import { HOSTILE_TEXTS } from "#tests/kit/browser/screens/hostile-texts.ts";
import {
  type OpenProduct,
  openProduct,
  type Visitor,
} from "#tests/kit/browser/screens/open-product.ts";
import { goNow, settled } from "#tests/kit/browser/screens/screen.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const FILL_WITHIN_MS = 300_000;
const WITHIN_A_MINUTE = { timeout: 60_000 };
/** Buttons that open more of a row: its form, its question, its list. */
const OPENERS = [/^Edit /, /^Adjust /, /^Delete /, /stock movements$/, /^View /, /^More /];

const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
/** A path that opens a dialog over its page; the page below is not clicked. */
const OPENS_AT_ONCE = /=1$/;

/**
 * A moment of the demo shops. The hostile shop is younger, and has sold most of its products by its
 * moment.
 */
const [DEMO_MOMENT, MOMENT] = ["as_of=300", "as_of=150"];

const pathsOf = (visitor: Visitor) => [
  ...new Set(
    SCREENS.filter(({ who }) => who === visitor).map(({ path }) =>
      path.replace(DEMO_MOMENT, MOMENT),
    ),
  ),
];

/** Elements of the page that came from hostile texts. */
const strangers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter(
        (element) =>
          element.hasAttribute("data-hostile") ||
          element.getAttributeNames().some((name) => name.startsWith("on")) ||
          /^\s*(javascript|data):/i.test(element.getAttribute("href") ?? ""),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

const nextFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

const listenTo = (page: Page): string[] => {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`${page.url()} said ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  return ran;
};

describeWith(["postgres", "chromium"], "hostile texts in every field", () => {
  let app: OpenProduct;
  let shop: Signed;
  let admin: Signed | undefined;
  beforeAll(async () => {
    app = await openProduct({ MESSAGES_PER_HOUR: "1000", TEST_MAILS_PER_HOUR: "1000" });
    admin = await app.signedIn("admin");
    shop = await openHostileShop(app.api, admin);
  }, FILL_WITHIN_MS);
  afterAll(() => app.close());

  test("run where a page takes them for markup", async () => {
    const context = await app.browser.newContext();
    const page = await context.newPage();
    const ran = listenTo(page);
    let alive = 0;
    for (const text of HOSTILE_TEXTS) {
      const before = ran.length;
      await page.goto("about:blank");
      await page
        .setContent(`<!doctype html><body>${text}`, { timeout: 2_000 })
        .catch(() => undefined);
      await page.evaluate(nextFrames).catch(() => undefined);
      if (ran.length > before) alive += 1;
    }
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(40);
    expect(alive).toBeGreaterThanOrEqual(20);
    await context.close();
  });

  describe.each([
    ["the shop's owner", () => shop, pathsOf("owner")],
    ["the super admin", () => admin, pathsOf("admin")],
  ] as const)("before %s", (_, signedOf, paths) => {
    let opened: OpenedPage;
    let ran: string[] = [];
    beforeAll(async () => {
      opened = await app.visitAs(signedOf(), { size: DESKTOP });
      ran = listenTo(opened.page);
    });
    afterAll(() => opened.context.close());

    test.each(paths)("STATE-15: %s shows them as text and runs none", async (path) => {
      const { page, complaints } = opened;
      const before = complaints.length;
      await goNow(page, app.url, path);
      await page.getByRole("heading").first().waitFor();
      const isOverlay = OPENS_AT_ONCE.test(path);
      if (isOverlay) await page.locator(OVERLAY).first().waitFor();
      await settled(page);
      expect(await strangers(page)).toEqual([]);
      await turnThePages(page);
      if (!isOverlay) await openRows(page, app.url + path);
      expect(ran).toEqual([]);
      expect(complaints.slice(before)).toEqual([]);
    });
  });

  test("ADMIN-23: every shop shows the platform's banner until it is removed", async () => {
    const banner = async () => {
      const { page, context } = await app.visit("owner", { size: DESKTOP });
      await page.goto(`${app.url}/app/dashboard`);
      await page.getByText("Recent sales").waitFor();
      await settled(page);
      const shown = await page.getByText(BANNER, { exact: true }).count();
      await context.close();
      return shown;
    };
    await expect.poll(banner, WITHIN_A_MINUTE).toBe(1);
    const settings = { as: admin, body: { maintenance_banner: null } };
    await app.api.ask("PUT", "/api/v1/platform/settings", settings);
    await expect.poll(banner, WITHIN_A_MINUTE).toBe(0);
  });

  test("STATE-15: a list shows each of them as it was typed", async () => {
    const { page, context } = await app.visitAs(shop, { size: DESKTOP });
    await page.goto(`${app.url}/app/products`);
    await page.getByRole("row").nth(1).waitFor();
    const shown = await turnThePages(page);
    const missing = HOSTILE_TEXTS.filter((text) => !shown.includes(text.replaceAll(/\s+/g, " ")));
    expect(missing).toEqual([]);
    await context.close();
  });
});

/** Pages to the end of the list; returns all text it showed. */
async function turnThePages(page: Page): Promise<string> {
  let read = "";
  for (;;) {
    read += (await page.locator("body").innerText()).replaceAll(/\s+/g, " ");
    expect(await strangers(page)).toEqual([]);
    const next = page.getByRole("button", { name: /^Next/ }).first();
    if (!(await next.isVisible()) || !(await next.isEnabled())) return read;
    await next.click();
  }
}

/** Opens the form, question and lists of the first row. */
async function openRows(page: Page, url: string): Promise<void> {
  const openerOf = (name: RegExp) => page.getByRole("main").getByRole("button", { name }).first();
  const there = await Promise.all(OPENERS.map((name) => openerOf(name).isVisible()));
  for (const name of OPENERS.filter((_, at) => there[at])) {
    await page.goto(url);
    await openerOf(name).click();
    await page.locator(OVERLAY).first().waitFor();
    await settled(page);
    expect(await strangers(page)).toEqual([]);
  }
}
