import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { openShop, PATIENCE, type Shop } from "#tests/e2e/dashboard/shop.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const RECOVERY_CODES = 10;
const GRACE_DAYS = 30;
const DAY_MS = 86_400_000;
const Support = z.object({ token: z.string() });

describeWith(["postgres", "chromium"], "the account in a browser", () => {
  let app: OpenProduct;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
  });
  afterAll(() => app.close());

  async function open(as: Signed, tab = "security"): Promise<Page> {
    const { page } = await app.visitAs(as, { size: DESKTOP });
    await page.goto(`${app.url}/app/settings?tab=${tab}`);
    await page.getByRole("tabpanel").waitFor(PATIENCE);
    return page;
  }
  const press = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole("button", { name, exact: true }).click(PATIENCE);
  const signIn = ({ user: { email } }: Signed, more = {}) =>
    app.api.signIn("/auth/login.php", { email, password: STAFF_PASSWORD, ...more });
  /** In the dialog that asks for it again. */
  async function confirm(page: Page, action: string): Promise<void> {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password", { exact: true }).fill(STAFF_PASSWORD, PATIENCE);
    await press(dialog, action);
  }
  const says = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).waitFor(PATIENCE);

  test("SET-10, SET-13: sessions are listed and ended, and a new password ends the others", async () => {
    const { owner } = await openShop(app, "Session Stores");
    const page = await open(owner);
    await page.getByText(/^This device/).waitFor(PATIENCE);
    const ended = await signIn(owner);
    await page.reload();
    await page.getByText(/^(Just now|\dm ago)/).waitFor(PATIENCE);
    await page.getByRole("button", { name: /^End (?!all)/ }).click();
    await confirm(page, "End");
    await says(page, "Session ended");
    await expect(app.api.ask("GET", "/api/v1/account", { as: ended })).rejects.toThrow("401");
    const others = [await signIn(owner), await signIn(owner)];
    await page.reload();
    await press(page, "End all others");
    await confirm(page, "End");
    await says(page, "All other sessions ended");
    for (const as of others) {
      await expect(app.api.ask("GET", "/api/v1/account", { as })).rejects.toThrow("401");
    }

    const { page: other } = await app.visitAs(await signIn(owner), { size: PHONE });
    await other.goto(`${app.url}/app/customers`);
    await other.getByRole("heading", { level: 1, name: "Customers" }).waitFor(PATIENCE);
    await press(page, "Change Password");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password", { exact: true }).fill(STAFF_PASSWORD);
    for (const name of [/^New password/, /^Confirm|^Repeat/]) {
      await dialog.getByRole("textbox", { name }).fill(`${STAFF_PASSWORD} staple`);
    }
    await dialog.locator("button[type=submit]").click();
    await page
      .getByText(/^Password changed\./)
      .first()
      .waitFor(PATIENCE);
    await other.waitForURL("**/auth/login**", PATIENCE);
    await page.reload();
    await page.getByRole("button", { name: "Change Password" }).waitFor(PATIENCE);
    await page.close();
    await other.close();
  });

  test("SET-11, SET-12: two-factor begins with the first valid code, and ends with the password", async () => {
    const { owner } = await openShop(app, "Factor Stores");
    const page = await open(owner);
    await press(page, "Enable 2FA");
    await confirm(page, "Continue");
    const dialog = page.getByRole("dialog", { name: "Two-factor authentication" });
    const shown = await dialog.getByText(/^([A-Z2-7]{4} ?){4,}/).textContent(PATIENCE);
    const secret = (shown ?? "").replaceAll(" ", "");
    const code = dialog.getByLabel("Code", { exact: true });
    const right = authenticatorCode(secret, Date.now());
    await code.fill(right === "000000" ? "000001" : "000000");
    await press(dialog, "Turn on");
    await dialog.getByText(/This code is not right/).waitFor(PATIENCE);
    await signIn(owner);
    await code.fill(authenticatorCode(secret, Date.now()));
    await press(dialog, "Turn on");
    const list = dialog.getByRole("list", { name: "Recovery codes" });
    await list.waitFor(PATIENCE);
    const codes = await list.getByRole("listitem").allTextContents();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    await press(dialog, "I've saved them");
    await expect(signIn(owner)).rejects.toThrow("401");
    const [first = "", second = ""] = codes;
    await signIn(owner, { totp: first });
    await expect(signIn(owner, { totp: first })).rejects.toThrow("401");
    await signIn(owner, { totp: second });

    await press(page, "Disable 2FA");
    await confirm(page, "Disable");
    await says(page, "Two-factor authentication is off");
    await signIn(owner);
    await page.getByRole("button", { name: "Enable 2FA" }).waitFor(PATIENCE);
    await page.close();
  });

  test("SET-14: deleting the account asks for the password, offers the export, and can be cancelled", async () => {
    const { owner } = await openShop(app, "Leaving Stores");
    const page = await open(owner);
    await press(page, "Delete Account");
    const dialog = page.getByRole("dialog", { name: "Delete the account of this business?" });
    await dialog.getByText(/Sales records are kept, without names/).waitFor(PATIENCE);
    await dialog.getByText(/are erased permanently/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download", PATIENCE),
      press(dialog, "Products"),
    ]);
    expect(file.suggestedFilename()).toMatch(/^products-.*\.csv$/);
    await confirm(page, "Delete account");
    await says(page, "Your account will be deleted in 30 days");
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const until = day.format(Date.now() + GRACE_DAYS * DAY_MS);
    await page
      .getByText(`This account will be deleted on ${until}.`, { exact: false })
      .waitFor(PATIENCE);
    await app.api.ask("GET", "/api/products.php", { as: await signIn(owner) });
    await press(page, "Keep the account");
    await says(page, "Your account will not be deleted");
    await page.getByRole("button", { name: "Delete Account" }).waitFor(PATIENCE);
    await page.close();
  });

  test("SET-18: the plan, its limits and its usage are shown, and another one is asked for", async () => {
    const shop: Shop = await openShop(app, "Planned Stores");
    await shop.sell(await shop.addProduct({ name: "Gari", price: 2, stock: 50 }), 2, {
      quantity: 1,
    });
    const page = await open(shop.owner, "payments");
    const billing = page.getByRole("region", { name: "Billing" });
    const fact = async (name: string) =>
      billing.locator("dl > div").filter({ hasText: name }).locator("dd").textContent(PATIENCE);
    expect(await fact("Plan")).toMatch(/^(Free|Basic|Pro)/);
    expect(await fact("Trial of Pro until")).toMatch(/\d{4}$/);
    expect(await fact("Products")).toBe("1, no limit");
    expect(await fact("Sales this month")).toBe("1, no limit");
    expect(await fact("Users")).toBe("1 of 10");
    await press(billing, "Update Billing");
    const dialog = page.getByRole("dialog", { name: "Update billing" });
    await dialog.getByLabel("Plan").selectOption("enterprise", PATIENCE);
    const asked = page.waitForRequest((one) => one.url().endsWith("/api/v1/contact"));
    await press(dialog, "Request this plan");
    expect((await asked).postDataJSON()).toMatchObject({
      subject: "billing",
      message: "Please change the plan of Planned Stores to Pro.",
    });
    await dialog.waitFor({ state: "detached" });
    await page.close();
  });

  test("SET-19: the owner sees when the platform viewed the data of the shop, the newest first", async () => {
    const { owner } = await openShop(app, "Viewed Stores");
    const admin = await app.signedIn("admin");
    const body = { tenant_id: owner.tenant?.id, reason: "Asked for help" };
    const path = "/api/v1/platform/support-sessions";
    const { token } = Support.parse(await app.api.ask("POST", path, { as: admin, body }));
    await app.api.ask("GET", "/api/products.php", { as: { ...owner, token } });
    await app.api.ask("GET", "/api/customers.php", { as: { ...owner, token } });
    const page = await open(owner);
    const lines = page.getByRole("region", { name: "Access log" }).getByRole("listitem");
    await lines.filter({ hasText: "Viewed by Tillbook support" }).first().waitFor(PATIENCE);
    const times = await lines
      .locator("time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
    expect(times).toEqual(times.toSorted().toReversed());
    await page.close();
  });
});
