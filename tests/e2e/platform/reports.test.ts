import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DatabaseReport, HealthReport } from "#kernel/contract/api/platform/figures.ts";
import { PublicSettings } from "#kernel/contract/api/platform/settings.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START = { timeout: 60_000 };
const HEALTH = "/api/v1/platform/health";
const DATABASE = "/api/v1/platform/database";
const PARKED = "/api/v1/platform/parked";
const SETTINGS = "/api/v1/platform/settings";
const POLL_MS = 11_000;
const SCREENS = [
  ["/app/analytics", "/api/v1/platform/analytics", "System Analytics", "Failed to load analytics"],
  ["/app/health", HEALTH, "System Health", "Failed to load system health"],
  ["/app/revenue", "/api/v1/platform/revenue", "Revenue Overview", "Failed to load revenue"],
  ["/app/database", DATABASE, "Database Management", "Failed to load database management"],
  ["/app/global-settings", SETTINGS, "Global Settings", "Failed to load global settings"],
] as const;
const REFUSAL = {
  status: 403,
  json: { success: false, error: "Ask later", code: "busy", request_id: "r-1" },
};
const OF_DATABASE = z.object({ success: z.literal(true), data: DatabaseReport });
const OF_SETTINGS = z.object({ data: PublicSettings });
const Added = z.object({ id: z.string() });

const plain = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll("GH₵ ", "GH₵").trim();

describeWith(["postgres", "chromium"], "the super admin's other screens", () => {
  let app: OpenProduct;

  beforeAll(async () => {
    app = await openProduct();
    const as = await app.newShop("Liberty Imports");
    const ask = (method: string, path: string, body: object) =>
      app.api.ask(method, path, { as, body });
    await ask("PUT", "/api/v1/settings/business", { currency: "USD" });
    const product = { name: "Satellite dish", price: 40.5, stock: 3 };
    const { id } = Added.parse(await ask("POST", "/api/products.php", product));
    const items = [{ product_id: id, quantity: 1, unit_price: 40.5 }];
    await ask("POST", "/api/sales.php", { items, payment_method: "cash" });
  });
  afterAll(() => app.close());

  const visit = async (size = DESKTOP): Promise<Page> => (await app.visit("admin", { size })).page;
  const open = async (path: string, size = DESKTOP): Promise<Page> => {
    const page = await visit(size);
    await page.goto(app.url + path);
    return page;
  };
  const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const card = async (page: Page, name: string): Promise<string> => {
    const term = page.getByText(name, { exact: true }).and(page.locator("dt")).first();
    return plain(await term.locator("..").innerText(START)).slice(name.length + 1);
  };
  const cardIs = (page: Page, name: string, text: RegExp) =>
    expect.poll(() => card(page, name), START).toMatch(text);

  test("ADMIN-30: each screen shows its heading while it loads, says that it failed, and is loaded on request", async () => {
    const page = await visit(PHONE);
    for (const [path, api, heading, failed] of SCREENS) {
      const held = Promise.withResolvers<undefined>();
      const calls = (url: URL) => url.pathname === api;
      await page.route(calls, (route) => held.promise.then(() => route.fulfill(REFUSAL)));
      await page.goto(app.url + path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor(START);
      expect(await page.getByRole("alert").count()).toBe(0);
      held.resolve(undefined);
      const alert = page.getByRole("alert");
      await alert.getByRole("heading", { name: failed }).waitFor();
      await alert.getByText("Ask later").waitFor();
      await page.unroute(calls);
      await alert.getByRole("button", { name: "Retry" }).click();
      await alert.waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
  });

  test("ADMIN-18, ADMIN-20: analytics and revenue show growth, retention, and sales of each currency apart from the subscriptions", async () => {
    const page = await open("/app/analytics");
    await cardIs(page, "Tenants", /^\d+ of every status$/);
    await cardIs(page, "Retention", /^\d[\d.]*% sold before and still do$/);
    const growth = section(page, "Tenant growth");
    await growth.getByText("Show as a table").click();
    expect(await growth.getByRole("row").count()).toBe(1 + 12);
    const now = plain(await growth.getByRole("row").nth(1).innerText());
    const tenants = Number.parseInt(await card(page, "Tenants"), 10);
    expect(now).toMatch(new RegExp(`so far ${tenants} ${tenants}$`));
    const sales = section(page, "Sales of all shops");
    await sales.getByText("Show as a table").click();
    expect(plain(await sales.getByRole("row").nth(1).innerText())).toMatch(/GH₵[\d,]+\.\d\d$/);
    const dollars = section(page, "Sales of all shops, in USD");
    await dollars.getByText("Show as a table").click();
    await dollars.getByRole("row").nth(1).getByText("40.50").waitFor();

    await page.goto(`${app.url}/app/revenue`);
    await cardIs(page, "Sales, lifetime", /^GH₵[\d,.]+ [\d,]+ sales, and US\$40\.50$/);
    await cardIs(page, "Sales, 30 days", /^GH₵[\d,.]+ [\d,]+ sales, and US\$40\.50$/);
    const paid = page.getByText("a month", { exact: true }).and(page.locator("dd")).first();
    expect(plain(await paid.locator("..").innerText())).toMatch(
      /^Subscriptions GH₵[\d,.]+ a month$/,
    );
    await section(page, "Subscriptions").waitFor();
    await cardIs(page, "On trial", /^\d+ not paying yet$/);
  });

  test("ADMIN-21, ADMIN-29, ADMIN-33: database management shows the log, its read models, backups and rebuilds, and how a stuck tenant goes on", async () => {
    const page = await open("/app/database");
    await cardIs(page, "Events", /^[\d,]+ of \d+ tenants$/);
    await cardIs(page, "Size", /^[\d.]+ [kMG]B log and read models$/);
    await cardIs(page, "Lag", /^\d/);
    await page.getByRole("row", { name: /^platform totals/ }).waitFor();
    await page
      .getByText("Rebuild (npm run rebuild) and verify (npm run audit -- verify)", { exact: false })
      .waitFor();
    await page.getByText("None. Every shop is up to date.").waitFor();
    await section(page, "Backups").getByText("No backup yet. Run npm run backup.").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);

    const at = new Date().toISOString();
    await page.route(`**${DATABASE}`, async (route) => {
      const response = await route.fetch();
      const { data } = OF_DATABASE.parse(await response.json());
      const state = {
        parked: 1,
        tenantsBehind: 1,
        eventsBehind: 1_204,
        lagMs: 65_000,
        rebuilds: [{ projection: "sales", started_at: at }],
      };
      await route.fulfill({ response, json: { success: true, data: { ...data, ...state } } });
    });
    const parked = {
      tenant_id: "t-adom",
      tenant_name: "Adom Provisions",
      projection: "sales",
      seq: 1_204,
      event_type: "SaleRecorded",
      error: "total is not a number",
      parked_at: at,
    };
    await page.route(`**${PARKED}`, (route) =>
      route.fulfill({ json: { success: true, data: [parked] } }),
    );
    await page.reload();
    await cardIs(page, "Lag", /^1 min 1,204 events of 1 tenant$/);
    await section(page, "Rebuilds under way").getByText("Rebuilding").waitFor();
    const row = page.getByRole("row", { name: /Adom Provisions/ });
    const text = plain(await row.innerText());
    expect(text).toContain("sales, event 1,204 (SaleRecorded) total is not a number");
    expect(text).toContain("npm run rebuild -- --unpark t-adom sales");
  });

  test("ADMIN-22, ADMIN-23: prices, trial days and the banner are set, and every shop shows the banner until it is cleared", async () => {
    const page = await open("/app/global-settings");
    const [price, days] = [page.getByLabel("Basic (premium)"), page.getByLabel("Trial days")];
    const banner = page.getByLabel("Banner for all shops");
    await price.fill("61.5", START);
    await days.fill("91");
    const save = page.getByRole("button", { name: "Save changes" });
    await save.click();
    await page.getByText("Enter a whole number from 1 to 90").waitFor();
    await days.fill("21");
    await banner.fill("Closed from 22:00 to 23:00.");
    const saved = () =>
      page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await Promise.all([saved(), save.click()]);
    await page.reload();
    await expect.poll(() => price.inputValue(START)).toBe("61.50");
    expect(await banner.inputValue()).toBe("Closed from 22:00 to 23:00.");
    expect(await days.inputValue()).toBe("21");

    const { page: shop } = await app.visit("owner", { size: PHONE });
    const strip = shop.getByText("Closed from 22:00 to 23:00.");
    // The server remembers the public settings for some seconds.
    const bannerInShop = async () => {
      const read = shop.waitForResponse("**/api/v1/public-settings");
      await shop.goto(`${app.url}/app/products`);
      const answer = OF_SETTINGS.parse(await (await read).json());
      return answer.data.maintenance_banner;
    };
    await expect.poll(bannerInShop, START).toBe("Closed from 22:00 to 23:00.");
    await strip.waitFor();
    const { page: guest } = await app.visit("guest", { size: PHONE });
    await guest.goto(`${app.url}/pricing`);
    await guest
      .getByText(/61\.50/)
      .first()
      .waitFor(START);

    await banner.fill("");
    await Promise.all([saved(), save.click()]);
    await expect.poll(bannerInShop, START).toBeNull();
    await shop.getByRole("heading", { level: 1 }).waitFor(START);
    expect(await strip.count()).toBe(0);
  });

  test("ADMIN-32: the super admin's name leads to their own name, email, password, second factor and sessions", async () => {
    const page = await open("/app/super-admin");
    await page
      .getByRole("complementary")
      .getByRole("link", { name: /Account$/ })
      .click(START);
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("admin@tillbook.example");
    await page.getByLabel("First name").waitFor();
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Profile", "Security"]);
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByRole("button", { name: "Change password" }).waitFor();
    await page.getByRole("button", { name: "Enable 2FA" }).waitFor();
    await page.getByText("This device").first().waitFor();
    expect(await page.getByText("Delete account").count()).toBe(0);
  });

  test("ADMIN-19, ADMIN-33: health shows the live state of each part, and the last backup with its restore test", async () => {
    const page = await visit(PHONE);
    await page.clock.install();
    await page.goto(`${app.url}/app/health`);
    await cardIs(page, "System Uptime", /^[\d.]+% last 30 days$/);
    const gauges = section(page, "Usage and success rates").getByRole("listitem");
    expect(plain(await gauges.first().innerText())).toMatch(/^CPU [\d.]+%/);
    const backups = section(page, "Backups");
    await backups.getByText("No backup yet. Run npm run backup.").waitFor();

    const taken = (hours: number) => new Date(Date.now() - (hours + 0.5) * 3_600_000).toISOString();
    const backup = {
      id: "b-1",
      taken_at: taken(3),
      bytes: 4_200_000,
      events: 1_200,
      tenants: 3,
      tested_at: taken(2),
      test_ok: true,
      test_error: null,
    };
    const raised_at = taken(1);
    const alert = { id: "a-1", kind: "backup-late", message: "30 hours old", raised_at };
    const database = { name: "database", is_up: true, since: taken(5), checked_at: taken(0) };
    let dependencies = [database];
    const as = await app.signedIn("admin");
    const report = HealthReport.parse(await app.api.ask("GET", HEALTH, { as }));
    await page.route(`**${HEALTH}`, (route) => {
      const state = { dependencies, backup, restore_test: backup, alerts: [alert] };
      return route.fulfill({ json: { success: true, data: { ...report, ...state } } });
    });
    // Without a reload: the screen asks again by itself.
    await page.clock.fastForward(POLL_MS);
    await backups.getByText("4.2 MB, 1,200 events of 3 tenants").waitFor();
    await backups.getByText("3h ago").waitFor();
    await backups.getByText("Recent", { exact: true }).waitFor();
    expect(plain(await backups.getByRole("listitem").last().innerText())).toMatch(
      /restore test .* OK/,
    );
    const parts = async () => plain(await section(page, "Parts").getByRole("listitem").innerText());
    expect(await parts()).toMatch(/^Database Checked .* Up since 5h ago$/);
    dependencies = [{ ...database, is_up: false }];
    await page.clock.fastForward(POLL_MS);
    await expect.poll(parts).toMatch(/^Database Checked .* Down seen 5h ago$/);
    await section(page, "Open alerts").getByText("The last backup is too old").waitFor();
  });
});
