import { randomUUID } from "node:crypto";

import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  breakPath,
  dayAgo,
  type Fault,
  openShop,
  PATIENCE,
  type Shop,
} from "#tests/e2e/dashboard/shop.ts";
import { DESKTOP } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const SAVE = "/api/v1/settings/notifications";
const TEST_EMAIL = "/api/notifications/test-email";
const ALERTS = "/api/notifications/send-low-stock-alerts";
const SAVED = "Notification settings updated successfully!";
const MOST_AN_HOUR = 5;
/** More than the page lists. */
const RECEIPTS = 11;

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));
const Stored = z.object({
  notifications: z.object({
    system_alerts: z.boolean(),
    low_stock_threshold: z.number(),
    report_frequency: z.string(),
  }),
});

describeWith(["postgres", "chromium"], "the notification settings in a browser", () => {
  let app: OpenProduct;
  let shop: Shop;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openShop(app, "Notified Stores");
  });
  afterAll(() => app.close());

  async function open(as: Signed = shop.owner): Promise<Page> {
    const { page } = await app.visitAs(as, { size: DESKTOP });
    await page.goto(`${app.url}/app/notifications/settings`);
    await page.getByLabel("Low stock threshold").waitFor(PATIENCE);
    return page;
  }
  const stored = async (of = shop) =>
    Stored.parse(await of.ask("GET", "/api/v1/settings")).notifications;
  const press = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true }).click(PATIENCE);
  const field = (page: Page) => page.getByLabel("Send a test to");
  const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

  /** Waits for the newest system notification, and reads the drawing of its icon. */
  async function noticed(page: Page, message: string): Promise<string> {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    const newest = panel.getByRole("listitem").first();
    await newest.filter({ hasText: message }).waitFor(PATIENCE);
    await newest.getByText("System Notification").waitFor();
    const icon = await newest.locator("svg").first().innerHTML();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    return icon;
  }

  test("NSET-01, NSET-02, NSET-03: a new shop has the toggles, the threshold and the frequency it begins with", async () => {
    const fresh = await openShop(app, "Default Stores");
    const page = await open(fresh.owner);
    const toggles = page.getByRole("switch", { checked: true });
    expect(await toggles.count()).toBe(5);
    for (const name of [
      "Email notifications",
      "System alerts",
      "Low stock alerts",
      "Sales reports",
      "Payment notifications",
    ]) {
      await page.getByRole("switch", { name, checked: true }).waitFor();
    }
    const threshold = page.getByLabel("Low stock threshold");
    expect(await threshold.inputValue()).toBe("10");
    const frequency = page.getByLabel("Report frequency");
    expect(await frequency.inputValue()).toBe("monthly");
    expect(await frequency.locator("option").allTextContents()).toEqual([
      "Daily",
      "Weekly",
      "Monthly",
    ]);
    await page.getByText("Reports are emailed to the owner at 09:00").waitFor();
    expect(await page.getByRole("main").getByLabel(/time/i).count()).toBe(0);
    for (const wrong of ["0", "101", "", "2.5"]) {
      await threshold.fill(wrong);
      await press(page, "Save Settings");
      await page
        .getByText("The low stock threshold must be a whole number from 1 to 100")
        .waitFor();
      await threshold.fill("11");
    }
    expect((await stored(fresh)).low_stock_threshold).toBe(10);
    await page.goto(`${app.url}/app/settings?tab=notifications`);
    await page
      .getByRole("switch", { name: "Customer notifications", checked: false })
      .waitFor(PATIENCE);
    await page.close();
  });

  test("NSET-04, NSET-09: what was saved, refused or lost is said by a toast and by the bell", async () => {
    const page = await open();
    await page.getByLabel("Report frequency").selectOption("Daily");
    await page.getByLabel("Low stock threshold").fill("100");
    await press(page, "Save Settings");
    await page.getByText(SAVED).first().waitFor(PATIENCE);
    const success = await noticed(page, SAVED);
    expect(await stored()).toMatchObject({ report_frequency: "daily", low_stock_threshold: 100 });

    const toggle = page.getByRole("switch", { name: "System alerts" });
    await toggle.click();
    for (const [fault, text] of [
      [{ status: 400, error: "No" }, "Failed to update settings"],
      ["lost", "Failed to save notification settings"],
    ] satisfies readonly [Fault, string][]) {
      const { restore } = await breakPath(page, SAVE, fault);
      await press(page, "Save Settings");
      await page.getByText(text).first().waitFor(PATIENCE);
      expect(await noticed(page, text)).not.toBe(success);
      expect(await toggle.isChecked()).toBe(false);
      await restore();
    }
    expect((await stored()).system_alerts).toBe(true);
    await page.close();
  });

  test("NSET-05, NSET-06: a test email needs an address, and is sent once", async () => {
    const page = await open();
    const sent: Route[] = [];
    await page.route(
      (url) => url.pathname === TEST_EMAIL,
      (route) => {
        sent.push(route);
      },
    );
    expect(await field(page).count()).toBe(0);
    await press(page, "Test Email");
    await field(page).waitFor(PATIENCE);
    expect(await send(page).isDisabled()).toBe(true);
    await field(page).press("Enter");
    await page.getByText("Please enter an email address").first().waitFor(PATIENCE);
    expect(sent).toEqual([]);
    await field(page).fill("akosua@adom.example");
    await send(page).click();
    await expect.poll(() => sent.length).toBe(1);
    expect(await send(page).isDisabled()).toBe(true);
    await field(page).press("Enter");
    await sent[0]?.abort();
    await page.getByText("Failed to send test email").first().waitFor(PATIENCE);
    expect(sent).toHaveLength(1);
    expect(await send(page).isDisabled()).toBe(false);
    await page.close();
  });

  test("NSET-07, NSET-09, NSET-10, NSET-12: five test emails an hour are sent and listed, the sixth is refused", async () => {
    const own = await openShop(app, "Emailed Stores");
    const page = await open(own.owner);
    const log = page.getByRole("region", { name: "Recent Notifications" });
    await log.getByText("No notifications yet").waitFor(PATIENCE);
    await press(page, "Test Email");
    const to = `${randomUUID()}@notified.example`;
    await field(page).fill(to);
    await field(page).press("Enter");
    await page.getByText("Test email sent successfully!").first().waitFor(PATIENCE);
    const success = await noticed(page, "Test email sent successfully!");
    for (let others = 1; others < MOST_AN_HOUR; others += 1) {
      await own.ask("POST", TEST_EMAIL, { email: `${randomUUID()}@notified.example` });
    }
    const answer = page.waitForResponse((one) => new URL(one.url()).pathname === TEST_EMAIL);
    await send(page).click();
    const refused = z.object({ error: z.string() }).parse(await (await answer).json());
    expect(await noticed(page, refused.error)).not.toBe(success);

    const asked = page.waitForRequest((one) => one.url().includes("/api/notifications/logs"));
    // The refused email asks for the logs, too. Meanwhile the button is busy and ignores presses.
    await page.locator("button:not([aria-busy])", { hasText: "Refresh Logs" }).click(PATIENCE);
    expect(new URL((await asked).url()).searchParams.get("limit")).toBe("50");
    const mails = log.getByRole("listitem");
    await expect.poll(() => mails.count(), PATIENCE).toBe(MOST_AN_HOUR);
    const mine = mails.filter({ hasText: to });
    await mine.getByText("Test Email from Tillbook").waitFor();
    await mine.getByText("Sent", { exact: true }).waitFor();
    expect(await mine.locator("time").textContent()).not.toBe("");
    await page.close();
  });

  test("NSET-08, NSET-09: low-stock alerts are counted, also none and one, and a failure is said", async () => {
    const own = await openShop(app, "Alerted Stores");
    const page = await open(own.owner);
    const alert = async (count: number) => {
      await press(page, "Send Low Stock Alert");
      await page.getByText(`${count} low stock alerts sent!`).first().waitFor(PATIENCE);
      await noticed(page, `${count} low stock alerts sent!`);
    };
    await alert(0);
    await own.addProduct({ name: "Scarce 0", price: 1, stock: 1 });
    await alert(1);
    await breakPath(page, ALERTS, { status: 502, error: "No" });
    await press(page, "Send Low Stock Alert");
    await page.getByText("Failed to send low stock alerts").first().waitFor(PATIENCE);
    await noticed(page, "Failed to send low stock alerts");
    await page.close();
  });

  test("NOTE-17, NOTE-19, NOTE-20, NSET-10: receipts are emailed once to customers with an address, and the ten newest emails are listed", async () => {
    const own = await openShop(app, "Receipt Stores");
    const product = await own.addProduct({ name: "Kenkey", price: 2, stock: 90 });
    const email = `${randomUUID()}@customer.example`;
    const reached = await own.addCustomer("Esi", "Reached", { email });
    const unreached = await own.addCustomer("Efua", "Unreached");
    const sell = (customer_id: string, more = {}) =>
      own.sell(product, 2, { quantity: 1, customer_id, ...more });
    await sell(reached);
    const { page } = await app.visitAs(own.owner, { size: DESKTOP });
    await page.goto(`${app.url}/app/settings?tab=notifications`);
    await page
      .getByText("Email customers the receipt of each sale, if you have their address.")
      .waitFor(PATIENCE);
    await page.getByRole("switch", { name: "Customer notifications" }).click();
    await press(page, "Save changes");
    await page.getByText(SAVED).first().waitFor(PATIENCE);

    await sell(unreached);
    await sell(reached, { occurred_at: `${dayAgo(1)}T12:00:00Z` });
    for (let sale = 0; sale < RECEIPTS; sale += 1) await sell(reached);
    const receipts = async () => {
      const admin = await app.signedIn("admin");
      const mails = Mails.parse(await app.api.ask("GET", "/dev/mails/list", { as: admin }));
      return mails.filter(({ to }) => to === email).map(({ text }) => text);
    };
    await expect.poll(async () => (await receipts()).length, PATIENCE).toBe(RECEIPTS);
    expect(new Set(await receipts()).size).toBe(RECEIPTS);
    const logged = await own.ask("GET", "/api/notifications/logs?limit=50");
    expect(logged).toMatchObject({ notifications: { length: RECEIPTS } });

    await page.goto(`${app.url}/app/notifications/settings`);
    const log = page.getByRole("region", { name: "Recent Notifications" });
    await expect.poll(() => log.getByRole("listitem").count(), PATIENCE).toBe(10);
    await page.close();
  });

  test("NSET-15: a manager has the page, a cashier has the own notifications in its place", async () => {
    const people = { owner: shop.owner, admin: await app.signedIn("admin") };
    const names = { first_name: "Akua", last_name: "Sika" };
    const email = `${randomUUID()}@notified.example`;
    const page = await open(
      await acceptedStaff(app.api, people, { email, role: "manager", ...names }),
    );
    await page.getByRole("button", { name: "Save Settings" }).waitFor(PATIENCE);
    await page.close();
    const { page: theirs } = await app.visit("cashier", { size: DESKTOP });
    await theirs.goto(`${app.url}/app/notifications/settings`);
    await theirs.getByRole("heading", { level: 1, name: "Notifications" }).waitFor(PATIENCE);
    await theirs.getByRole("main").getByText("No notifications yet").waitFor(PATIENCE);
    expect(await theirs.getByRole("switch").count()).toBe(0);
    await theirs.close();
  });

  test("NSET-16: settings that failed to load say so with Try Again", async () => {
    const { page } = await app.visitAs(shop.owner, { size: DESKTOP });
    const fault = { status: 403, error: "Not now" };
    const { restore } = await breakPath(page, "/api/v1/settings", fault);
    await page.goto(`${app.url}/app/notifications/settings`);
    const alert = page.getByRole("alert").filter({ hasText: "Failed to load settings" });
    await alert.waitFor(PATIENCE);
    await restore();
    await alert.getByRole("button", { name: "Try Again" }).click();
    await page.getByLabel("Low stock threshold").waitFor(PATIENCE);
    await page.close();
  });
});
