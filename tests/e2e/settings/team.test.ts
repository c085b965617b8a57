import { randomUUID } from "node:crypto";

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openShop, PATIENCE, type Shop } from "#tests/e2e/dashboard/shop.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff, STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

/** While a shop is on trial. */
const PLAN_USERS = 10;
const PLAN_IS_FULL = "Not saved. Your plan does not allow more users. Upgrade to add more.";

describeWith(["postgres", "chromium"], "the team in a browser", () => {
  let app: OpenProduct;
  let shop: Shop;

  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    shop = await openShop(app, "Team Stores");
  });
  afterAll(() => app.close());

  const address = () => `${randomUUID()}@team.example`;
  const open = async (as: Signed, path: string): Promise<Page> => {
    const { page } = await app.visitAs(as, { size: DESKTOP });
    await page.goto(app.url + path);
    return page;
  };
  const row = (page: Page, name: string | RegExp): Locator =>
    page.getByRole("row", { name, includeHidden: true });
  const press = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole("button", { name }).click(PATIENCE);
  const tokenOf = (link: string): string => new URL(link).searchParams.get("token") ?? "";
  /** Every email that the product has sent. */
  const allMails = async (): Promise<string> =>
    JSON.stringify(
      await app.api.ask("GET", "/dev/mails/list", { as: await app.signedIn("admin") }),
    );
  /** What is pasted into another page. */
  async function pasted(page: Page): Promise<string> {
    const other = await page.context().newPage();
    await other.setContent("<textarea></textarea>");
    await other.locator("textarea").press("Control+V");
    const text = await other.locator("textarea").inputValue();
    await other.close();
    return text;
  }
  const joined = async (role: string, first: string): Promise<Signed> =>
    acceptedStaff(
      app.api,
      { owner: shop.owner, admin: await app.signedIn("admin") },
      { email: address(), role, first_name: first, last_name: "Boadu" },
    );

  test("TEAM-01, TEAM-02, TEAM-08: an invitation is emailed, listed, sent again and cancelled, and its link can be passed on", async () => {
    const email = address();
    const page = await open(shop.owner, "/app/team");
    const owner = row(page, /Esi Quaye \(you\)/);
    await owner.getByText("Owner", { exact: true }).waitFor(PATIENCE);
    await owner.getByText(/^Last sign-in: /).waitFor();
    await press(page, "Invite");
    const dialog = page.getByRole("dialog", { name: "Invite to the team" });
    await press(dialog, "Send invitation");
    await dialog.getByText("Email is required").waitFor();
    await dialog.getByRole("textbox", { name: "Email" }).fill(email);
    await dialog.getByLabel("Role").selectOption("manager");
    await press(dialog, "Send invitation");

    const sent = page.getByRole("dialog", { name: "Invitation sent" });
    const link = await sent.getByLabel("Link").inputValue(PATIENCE);
    await page.context().grantPermissions(["clipboard-write"]);
    await press(sent, "Copy link");
    await page.getByText("Copied", { exact: true }).waitFor(PATIENCE);
    expect(await pasted(page)).toBe(link);
    const whatsApp = sent.getByRole("link", { name: "Send on WhatsApp" });
    const href = new URL((await whatsApp.getAttribute("href")) ?? "");
    expect([href.host, href.searchParams.get("text")]).toEqual([
      "wa.me",
      `Join Team Stores on Tillbook. This link works once, for 7 days: ${link}`,
    ]);
    await press(sent, "Done");
    await row(page, email).getByText("Manager").waitFor();
    await row(page, email).getByText("Invited", { exact: true }).waitFor();

    await press(page, `Resend the invitation to ${email}`);
    const second = await sent.getByLabel("Link").inputValue(PATIENCE);
    expect(second).not.toBe(link);
    await press(sent, "Done");
    for (const one of [link, second]) {
      await expect.poll(allMails, PATIENCE).toContain(tokenOf(one));
    }

    const { page: theirs } = await app.visit("guest", { size: DESKTOP });
    await theirs.goto(second);
    await theirs.getByLabel("First name").waitFor(PATIENCE);
    await press(page, `Cancel the invitation for ${email}`);
    await press(page.getByRole("alertdialog"), "Cancel invitation");
    await row(page, email).waitFor({ state: "detached" });
    const body = { first_name: "A", last_name: "B", password: STAFF_PASSWORD };
    await expect(
      app.api.ask("POST", "/api/v1/auth/accept-invitation", {
        body: { ...body, token: tokenOf(second) },
      }),
    ).rejects.toThrow(/: 4\d\d /);
    await theirs.close();
    await page.close();
  });

  test("TEAM-03, TEAM-04, TEAM-05: a new role and a removal sign the person out, and the last owner stays", async () => {
    const ama = await joined("manager", "Ama");
    const page = await open(shop.owner, "/app/team");
    await row(page, /\(you\)/).waitFor(PATIENCE);
    expect(
      await row(page, /\(you\)/)
        .getByRole("button")
        .count(),
    ).toBe(0);

    const theirs = await open(ama, "/app/dashboard");
    await theirs.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor(PATIENCE);
    await press(page, "Change the role of Ama Boadu");
    const dialog = page.getByRole("dialog", { name: "Role of Ama Boadu" });
    await dialog.getByText(/signed out now/).waitFor();
    await dialog.getByLabel("Role").selectOption("accountant");
    await press(dialog, "Change role");
    await row(page, "Ama Boadu").getByText("Accountant").waitFor(PATIENCE);
    await theirs.waitForURL("**/auth/login**", PATIENCE);
    await theirs.close();

    const { email } = ama.user;
    const again = await app.api.signIn("/auth/login.php", { email, password: STAFF_PASSWORD });
    const removed = await open(again, "/app/dashboard");
    await removed.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor(PATIENCE);
    await press(page, "Remove Ama Boadu");
    await press(page.getByRole("alertdialog"), "Remove");
    await row(page, "Ama Boadu").waitFor({ state: "detached" });
    await removed.waitForURL("**/auth/login**", PATIENCE);
    await removed.getByLabel("Email").fill(email);
    await removed.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await removed.locator("form button[type=submit]").click();
    await removed.getByText("Invalid email or password").first().waitFor(PATIENCE);
    await removed.close();
    await page.close();
  });

  test("TEAM-06: a full plan takes no one more, with or without an email, until an invitation is cancelled", async () => {
    const full = await openShop(app, "Full Stores");
    const emails = Array.from({ length: PLAN_USERS - 2 }, address);
    await Promise.all(
      emails.map((email) => full.ask("POST", "/api/v1/staff", { email, role: "cashier" })),
    );
    const page = await open(full.owner, "/app/team");
    const dialog = page.getByRole("dialog", { name: "Invite to the team" });
    const invite = async (email: string) => {
      await press(page, "Invite");
      await dialog.getByRole("textbox", { name: "Email" }).fill(email);
      await press(dialog, "Send invitation");
    };
    const sent = page.getByRole("dialog", { name: "Invitation sent" });
    await invite(address());
    await press(sent, "Done");
    await sent.waitFor({ state: "detached" });
    const [last, first = ""] = [address(), ...emails];
    await invite(last);
    await dialog.getByText(PLAN_IS_FULL).waitFor(PATIENCE);
    await dialog.getByText("No email", { exact: true }).click();
    await dialog.getByLabel("First name").fill("Efua");
    await press(dialog, "Create invitation");
    await dialog.getByText(PLAN_IS_FULL).waitFor(PATIENCE);
    await press(dialog, "Cancel");
    await press(page.getByRole("alertdialog"), "Discard");
    await dialog.waitFor({ state: "detached" });
    expect(await row(page, "Efua").count()).toBe(0);
    await press(page, `Cancel the invitation for ${first}`);
    await press(page.getByRole("alertdialog"), "Cancel invitation");
    await row(page, first).waitFor({ state: "detached" });
    await invite(last);
    await press(sent, "Done");
    await row(page, last).waitFor(PATIENCE);
    await page.close();
  });

  test("TEAM-07: the team is in the owner's menu, and is not shown to a manager", async () => {
    const menu = (page: Page) => page.getByRole("link", { name: "Team", exact: true });
    const page = await open(shop.owner, "/app/customers");
    await menu(page).click(PATIENCE);
    await row(page, /\(you\)/).waitFor(PATIENCE);
    await page.close();

    const theirs = await open(await joined("manager", "Kojo"), "/app/customers");
    await theirs.getByRole("heading", { level: 1, name: "Customers" }).waitFor(PATIENCE);
    expect(await menu(theirs).count()).toBe(0);
    await theirs.goto(`${app.url}/app/team`);
    await theirs.getByText("You don't have access to this page").waitFor(PATIENCE);
    expect(await row(theirs, /Esi Quaye/).count()).toBe(0);
    await theirs.close();
  });

  test("TEAM-21, TEAM-30: an owner without a PIN is asked to set one with the link of a person without an email", async () => {
    const page = await open(shop.owner, "/app/team");
    await press(page, "Invite");
    await page.getByText("No email", { exact: true }).click(PATIENCE);
    await page.getByLabel("First name").fill("Efua");
    await page.getByLabel("Last name").fill("Tetteh");
    await press(page, "Create invitation");
    const made = page.getByRole("dialog", { name: "Link for Efua Tetteh" });
    const first = await made.getByLabel("Link").inputValue(PATIENCE);
    await made.getByRole("link", { name: "Set PIN" }).click(PATIENCE);
    await page.waitForURL("**/app/settings?tab=security", PATIENCE);

    const body = { pin: "482604", password: STAFF_PASSWORD };
    await shop.ask("PUT", "/api/v1/account/pin", body);
    await page.goto(`${app.url}/app/team`);
    const answered = page.waitForResponse((one) => one.url().endsWith("/api/v1/account"));
    const another = async () => {
      await press(page, "New link for Efua Tetteh");
      return made.getByLabel("Link").inputValue(PATIENCE);
    };
    expect(await another()).not.toBe(first);
    await answered;
    await press(made, "Done");
    await made.waitFor({ state: "detached" });
    // The answer is known by now, so a note would be there with the link.
    const last = await another();
    expect(await made.getByRole("link", { name: "Set PIN" }).count()).toBe(0);
    await press(made, "Done");
    await row(page, "Efua Tetteh").getByText("Cashier").waitFor();
    expect(await page.getByRole("button", { name: "Change the role of Efua Tetteh" }).count()).toBe(
      0,
    );

    const mails = await allMails();
    for (const link of [first, last]) expect(mails).not.toContain(tokenOf(link));
    const logged = await shop.ask("GET", "/api/notifications/logs?limit=50");
    expect(JSON.stringify(logged)).not.toContain("pending");
    const { page: phone } = await app.visit("guest", { size: PHONE });
    const choosePin = async (link: string) => {
      await phone.goto(link);
      await phone.getByLabel("New PIN").fill("7413", PATIENCE);
      await phone.getByLabel("Repeat the PIN").fill("7413");
      await press(phone, "Save PIN");
    };
    await choosePin(first);
    await phone
      .getByText(/no longer valid/)
      .first()
      .waitFor(PATIENCE);
    await choosePin(last);
    await phone.getByText(/^Efua, unlock the till at .+ with your PIN\.$/).waitFor(PATIENCE);
    await phone.close();
    await page.close();
  });
});
