import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { PlatformStats } from "#kernel/contract/api/platform/figures.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START = { timeout: 60_000 };
const DASHBOARD = "/app/super-admin";
const STATS = "/api/super-admin.php";
const SHOPS = ["Asante Foods", "Bolga Baskets", "Cape Fish", "Dunkwa Gold"];
const Stats = z.object({ success: z.literal(true), data: PlatformStats });

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

describeWith(["postgres", "chromium"], "the super admin's dashboard", () => {
  let app: OpenProduct;
  let admin: Signed | undefined;

  beforeAll(async () => {
    app = await openProduct();
    admin = await app.signedIn("admin");
    for (const name of SHOPS) await app.newShop(name);
  });
  afterAll(() => app.close());

  async function open(path: string = DASHBOARD, size = DESKTOP): Promise<Page> {
    const { page } = await app.visit("admin", { size });
    await page.goto(app.url + path);
    return page;
  }
  const ask = (path: string) => app.api.ask("GET", path, { as: admin });
  const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  /** What is under the name of a figure. */
  const card = async (page: Page, name: string): Promise<string> => {
    const term = page.getByText(name, { exact: true }).and(page.locator("dt")).first();
    const text = plain(await term.locator("..").innerText(START));
    return text.slice(name.length + 1).replace("GH₵ ", "GH₵");
  };
  const cardIs = (page: Page, name: string, text: string | RegExp) =>
    expect.poll(() => card(page, name), START).toMatch(text);
  const isStats = (url: string) => new URL(url).pathname === STATS;

  test("ADMIN-01, ADMIN-02, ADMIN-07, ADMIN-27: cards and overview are those of the chosen period, and Refresh asks again", async () => {
    const page = await open();
    const of = async (period: string) =>
      PlatformStats.parse(await ask(`${STATS}?period=${period}`));
    const month = await of("30");
    await cardIs(page, "Total Revenue", formatMoney(minorOf(month.totalRevenue), "GHS"));
    // Every business is new, and there was none in the thirty days before.
    await cardIs(page, "Total Tenants", /^\d+ (?:up )?\+100\.0% this month$/);
    await cardIs(page, "System Uptime", `${month.systemUptime}%`);
    await cardIs(page, "Pending Actions", /^\d+ \d+ approvals?, \d+ critical$/);

    const periods = page.getByLabel("Period");
    expect(await periods.locator("option").allInnerTexts()).toEqual([
      "Last 7 days",
      "Last 30 days",
      "Last 90 days",
      "Last year",
    ]);
    const overview = section(page, "Analytics Overview");
    for (const [value, label] of [
      ["7", "Last 7 days"],
      ["90", "Last 90 days"],
      ["365", "Last year"],
    ] as const) {
      await periods.selectOption(value);
      await overview.getByText(label).waitFor();
      const [first] = (await of(value)).overview.revenues;
      const sold = minorOf(first?.total ?? 0);
      await cardIs(page, "Sales of all shops", formatMoney(sold, "GHS"));
      const average = Math.round(sold / (first?.orders ?? 1));
      await cardIs(page, "Average sale", formatMoney(average, "GHS"));
    }
    expect(new URL(page.url()).search).toBe("?period=365");

    const before = await card(page, "Total Tenants");
    await app.newShop("Elmina Salt");
    const asked = page.waitForRequest((request) => isStats(request.url()));
    await page.getByRole("button", { name: "Refresh" }).click();
    await asked;
    const count = Number.parseInt(before, 10) + 1;
    await cardIs(page, "Total Tenants", new RegExp(`^${count} `));
  });

  test("ADMIN-03: six gauges are in percent, and a missing figure is marked as the default", async () => {
    const page = await open(DASHBOARD, PHONE);
    const rows = section(page, "System Health").getByRole("listitem");
    const texts = async () => (await rows.allInnerTexts()).map(plain);
    await expect.poll(async () => (await texts()).join(), START).toMatch(/CPU [\d.]+%/);
    const shown = await texts();
    expect(shown.map((text) => text.split(" ")[0])).toEqual([
      "CPU",
      "Memory",
      "Disk",
      "Network",
      "Database",
      "API",
    ]);
    expect(shown.every((text) => /^\w+ [\d.]+%$/.test(text))).toBe(true);

    await page.route(
      (url) => isStats(url.href),
      async (route) => {
        const response = await route.fetch();
        const { data } = Stats.parse(await response.json());
        const systemHealth = { ...data.systemHealth, database: undefined, api: undefined };
        const json = { success: true, data: { ...data, systemHealth, systemUptime: undefined } };
        await route.fulfill({ response, json });
      },
    );
    await page.reload();
    await cardIs(page, "System Uptime", /^99\.8% \(default\)$/);
    expect((await texts()).slice(4)).toEqual(["Database 99.9% (default)", "API 99.7% (default)"]);
  });

  test("ADMIN-04, ADMIN-31: quick actions open what they say, and the export is a file of every tenant", async () => {
    const page = await open();
    for (const [action, heading, address] of [
      ["Manage Tenants", "Tenant Management", "/app/tenant-management"],
      ["System Settings", "Global Settings", "/app/global-settings"],
    ] as const) {
      await page.getByRole("main").getByRole("link", { name: action }).click(START);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      expect(new URL(page.url()).pathname).toBe(address);
      await page.goBack();
    }
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export Reports" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^tenants-\d{4}-\d\d-\d\d\.csv$/);
    const [head = "", ...rows] = (await readFile(await file.path(), "utf8"))
      .trimEnd()
      .split("\r\n");
    expect(head).toContain("id,name,email");
    const { totalTenants } = PlatformStats.parse(await ask(STATS));
    expect(rows).toHaveLength(totalTenants);
    for (const name of SHOPS) expect(rows.join("\n")).toContain(`,${name},`);

    await page.getByRole("link", { name: "Security Center" }).click();
    const access = page.getByRole("row", { name: /All tenants \(export\)/ }).first();
    expect(plain(await access.innerText(START))).toContain("You");
  });

  test("ADMIN-05: five tenants are listed with users, revenue, status and growth, and as a grid", async () => {
    const page = await open();
    const tenants = section(page, "Top Performing Tenants");
    const adom = tenants.getByRole("row", { name: /^Adom Provisions/ });
    await adom.waitFor(START);
    expect(await tenants.getByRole("row").count()).toBe(1 + 5);
    expect(plain(await adom.innerText())).toMatch(/Active .*\d+ New GH₵[\d,]+\.\d\d$/);
    const [first, last] = [tenants.getByRole("row").nth(1), tenants.getByRole("row").last()];
    expect(await first.innerText()).not.toContain("GH₵0.00");
    expect(await last.innerText()).toContain("GH₵0.00");
    await tenants.getByRole("button", { name: "Grid" }).click();
    await expect.poll(() => tenants.getByRole("listitem").count()).toBe(5);
    expect(await tenants.getByRole("table").count()).toBe(0);
    const tile = tenants.getByRole("listitem").filter({ hasText: "Adom Provisions" });
    expect(plain(await tile.innerText())).toMatch(/GH₵[\d,]+\.\d\d Active \d+ users? New$/);
  });

  test("ADMIN-06: recent activity has a message, a time and an icon, and leads to all of it", async () => {
    await app.newShop("Fante Bakery");
    const page = await open(DASHBOARD, PHONE);
    const row = (inside: "Recent Activity" | undefined) =>
      (inside === undefined ? page.getByRole("main") : section(page, inside))
        .getByRole("listitem")
        .filter({ hasText: "Fante Bakery" });
    await row("Recent Activity").waitFor(START);
    expect(plain(await row("Recent Activity").innerText())).toMatch(
      /Fante Bakery.* (Just now|1m ago)$/,
    );
    expect(await row("Recent Activity").locator("svg").count()).toBe(1);
    await page.getByRole("link", { name: "All activity" }).click();
    await row(undefined).waitFor();
    expect(new URL(page.url()).searchParams.get("tab")).toBe("activity");
  });

  test("ADMIN-08: a failed load says so and is repeated on request", async () => {
    const { page } = await app.visit("admin", { size: PHONE });
    const error = { success: false, error: "Busy", code: "busy", request_id: "r-1" };
    await page.route(
      (url) => isStats(url.href),
      (route) => route.fulfill({ status: 403, json: error }),
    );
    await page.goto(app.url + DASHBOARD);
    const alert = page.getByRole("alert");
    await alert.getByRole("heading", { name: "Dashboard Error" }).waitFor(START);
    await alert.getByText("Failed to load dashboard data").waitFor();
    await page.unrouteAll();
    await alert.getByRole("button", { name: "Retry" }).click();
    await cardIs(page, "Total Tenants", /^\d/);
  });

  test("ADMIN-24, ADMIN-26: the inbox shows a visitor's message, and what was viewed and done is in the log", async () => {
    const body = {
      first_name: "Yaw",
      last_name: "Darko",
      email: "yaw@darko.example",
      company: "Darko Ventures",
      subject: "billing",
      message: "How is the yearly plan paid?",
    };
    await app.api.ask("POST", "/api/v1/contact", { body });
    const page = await open(`${DASHBOARD}?tab=inbox`);
    await page.getByRole("button", { name: "Yaw Darko" }).click(START);
    const dialog = page.getByRole("dialog", { name: "Message from Yaw Darko" });
    for (const text of ["Darko Ventures", "yaw@darko.example", body.message]) {
      await dialog.getByText(text).waitFor();
    }
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Access log" }).click();
    const viewed = page.getByRole("row", { name: /Inbox/ }).first();
    expect(plain(await viewed.innerText(START))).toMatch(/^Viewed by a platform admin You.* Inbox/);
    await page.getByText("All activity is logged and monitored.").waitFor();
  });
});
