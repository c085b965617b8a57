import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DESKTOP, type OpenedPage } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { BANNER, openHostileShop } from "#tests/kit/browser/screens/hostile-shop.ts";
import { HOSTILE_TEXTS } from "#tests/kit/browser/screens/hostile-texts.ts";
import {
  listenTo,
  pathsOf,
  ranAsDocuments,
  readScreen,
  turnThePages,
} from "#tests/kit/browser/screens/hostile-visit.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { settled } from "#tests/kit/browser/screens/screen.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const FILL_WITHIN_MS = 300_000;
const WITHIN_A_MINUTE = { timeout: 60_000 };
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
    const alive = await ranAsDocuments(page, listenTo(page));
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
      await readScreen(page, app.url, path);
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
    // The foot that turns the pages comes after the list.
    await page.getByRole("button", { name: "Next" }).waitFor();
    const shown = await turnThePages(page);
    const missing = HOSTILE_TEXTS.filter((text) => !shown.includes(text.replaceAll(/\s+/g, " ")));
    expect(missing).toEqual([]);
    await context.close();
  });
});
