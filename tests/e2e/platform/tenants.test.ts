import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import { type OpenProduct, openProduct } from "#tests/kit/browser/screens/open-product.ts";
import { type MailSink, openMailSink } from "#tests/kit/fakes/mail-sink.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const START = { timeout: 60_000 };
const TENANTS = "/app/tenant-management";
const LIST = "/api/super-admin.php/tenants";
const BAKERY = "Bantama Bakery";
const NO_MAILBOX = 550;
const REFUSAL = {
  status: 409,
  json: { success: false, error: "Try later", code: "busy", request_id: "r-1" },
};

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const newEmail = (): string => `${randomUUID()}@tenants.example`;

describeWith(["postgres", "chromium"], "the super admin's tenants", () => {
  let app: OpenProduct;
  let mails: MailSink;

  beforeAll(async () => {
    mails = await openMailSink();
    app = await openProduct({ SMTP_URL: mails.url });
    await app.newShop(BAKERY);
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });

  async function open(path: string = TENANTS, size = DESKTOP): Promise<Page> {
    const { page } = await app.visit("admin", { size });
    await page.goto(app.url + path);
    return page;
  }
  const row = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(`^${name}`), includeHidden: true });
  const says = async (page: Page, name: string) => plain(await row(page, name).innerText());
  const add = (page: Page) => page.getByRole("dialog", { name: "Add tenant" });

  async function addTenant(page: Page, name: string, email: string): Promise<void> {
    await page.getByRole("button", { name: "Add Tenant" }).first().click(START);
    await add(page).getByLabel("Tenant Name").fill(name);
    await add(page).getByLabel("Email").fill(email);
    await add(page).getByRole("button", { name: "Add Tenant" }).click();
    await add(page).waitFor({ state: "detached" });
  }
  async function choose(page: Page, name: string, item: string): Promise<void> {
    await page.getByRole("button", { name: `More for ${name}` }).click(START);
    await page.getByRole("menuitem", { name: item }).click();
  }

  test("ADMIN-09, ADMIN-10, ADMIN-11: cards count the tenants, which are searched at once and by a call, and filtered by status", async () => {
    const page = await open();
    await row(page, BAKERY).waitFor(START);
    // Figures and list come with calls of their own.
    await expect
      .poll(() => says(page, BAKERY), START)
      .toMatch(/@corner\.example basic Active 1 GH₵0\.00 (Just now|\dm ago)/);
    const cards = async () => plain(await page.locator("dl").first().innerText());
    await expect
      .poll(cards, START)
      .toMatch(
        /^Total revenue GH₵ ?[\d,.]+ Total tenants \d+ Active tenants \d+ Pending approvals \d+$/,
      );
    for (const tool of ["View", "Edit", "More for"]) {
      await page.getByRole("button", { name: `${tool} ${BAKERY}` }).waitFor();
    }
    const asked: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === LIST) asked.push(searchParams);
    });
    const held = Promise.withResolvers<undefined>();
    await page.route(`**${LIST}?*`, (route) => held.promise.then(() => route.continue()));
    const search = page.getByRole("searchbox", { name: "Search tenants" });
    await search.fill("bantama");
    await row(page, "Adom Provisions").waitFor({ state: "detached" });
    await row(page, BAKERY).waitFor();
    await expect.poll(() => asked.map((query) => query.get("search"))).toEqual(["bantama"]);
    held.resolve(undefined);
    await page.unrouteAll({ behavior: "wait" });
    await search.fill("akosua@adom");
    await row(page, "Adom Provisions").waitFor();
    await row(page, BAKERY).waitFor({ state: "detached" });
    await search.fill("no such shop");
    await page.getByRole("heading", { name: "No tenants found" }).waitFor();
    await search.fill("");
    await page
      .getByText(/^Suspended/)
      .first()
      .click();
    await page.getByRole("heading", { name: "No tenants found" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=suspended");
    await expect.poll(() => asked.at(-1)?.get("status")).toBe("suspended");
  });

  test("ADMIN-12, ADMIN-13, ADMIN-14, ADMIN-15: a tenant is added by the form, which keeps its input if it is not saved, and its owner is invited", async () => {
    const [name, email] = ["Ho Fabrics", newEmail()];
    const page = await open(`${TENANTS}?add=1`);
    const form = add(page);
    const save = form.getByRole("button", { name: "Add Tenant" });
    expect(await form.getByLabel("Plan").inputValue(START)).toBe("basic");
    expect(await form.getByLabel("Status").inputValue()).toBe("active");
    const options = (label: string) => form.getByLabel(label).locator("option").allInnerTexts();
    expect(await options("Plan")).toEqual(["basic (Free)", "premium (Basic)", "enterprise (Pro)"]);
    expect(await options("Status")).toEqual(["Active", "Suspended", "Pending"]);
    await save.click();
    await form.getByText("Tenant name is required").waitFor();
    await form.getByText("Email is required").waitFor();
    await form.getByLabel("Email").fill("esi");
    await form.getByText("Invalid email address").waitFor();

    await form.getByLabel("Tenant Name").fill(name);
    await form.getByLabel("Email").fill("akosua@adom.example");
    await form.getByLabel("Phone").fill("024 555 0100");
    await form.getByLabel("Address").fill("Ho Market");
    await save.click();
    const banner = form.getByRole("alert");
    await banner.getByText("Failed to save tenant").waitFor();
    await banner.getByText("An account with this email already exists", { exact: false }).waitFor();
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await banner.waitFor({ state: "detached" });
    expect(await form.getByLabel("Address").inputValue()).toBe("Ho Market");

    await form.getByLabel("Email").fill(email);
    await save.click();
    await form.waitFor({ state: "detached" });
    await row(page, name).waitFor();
    expect(await says(page, name)).toMatch(
      new RegExp(`${email} Ho Market basic Active 0 GH₵0\\.00 Never$`),
    );
    const invited = () => mails.sentTo(email).length;
    await expect.poll(invited, START).toBe(1);
    expect(mails.sentTo(email)[0]?.email.text).toContain("token=");
    await choose(page, name, "Resend invitation");
    await expect.poll(invited, START).toBe(2);

    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const edit = page.getByRole("dialog", { name: "Edit tenant" });
    await edit.getByLabel("Plan").selectOption("premium");
    await edit.getByLabel("Address").fill("");
    await edit.getByRole("button", { name: "Update Tenant" }).click();
    await edit.waitFor({ state: "detached" });
    await expect.poll(() => says(page, name)).toMatch(`${email} premium Active 0`);
  });

  test("ADMIN-13: tenants that could not be loaded are a banner that is dismissed, and are loaded on request", async () => {
    const { page } = await app.visit("admin", { size: PHONE });
    await page.route(`**${LIST}?*`, (route) => route.fulfill(REFUSAL));
    await page.goto(app.url + TENANTS);
    const banner = page.getByRole("alert");
    await banner.getByText("Failed to load tenants").waitFor(START);
    await banner.getByText("Try later").waitFor();
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await banner.waitFor({ state: "detached" });
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try Again" }).click();
    await row(page, BAKERY).waitFor();
  });

  test("ADMIN-16, ADMIN-17: a suspended tenant's people are signed out, learn why after the right password, and stay out when it is active again", async () => {
    const name = "Kade Kiosk";
    const owner = await app.newShop(name);
    const { page: shop } = await app.visitAs(owner, { size: PHONE });
    await shop.goto(`${app.url}/app/products`);
    await shop.getByRole("heading", { name: "Products", exact: true }).waitFor(START);

    const page = await open();
    const change = async (action: string) => {
      await choose(page, name, action);
      const dialog = page.getByRole("dialog", { name: `${action} ${name}` });
      await dialog.getByLabel("Reason").fill("unpaid");
      await dialog.getByRole("button", { name: action }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await change("Suspend");
    await expect.poll(() => says(page, name)).toContain("Suspended");
    await shop.reload();
    await shop.getByLabel("Password", { exact: true }).waitFor(START);
    const signIn = async (password: string) => {
      await shop.getByLabel("Email").fill(owner.user.email);
      await shop.getByLabel("Password", { exact: true }).fill(password);
      await shop.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn("not the password");
    await shop.getByText("Invalid email or password").waitFor();
    expect(await shop.getByText(/suspended/).count()).toBe(0);
    await signIn("correct horse battery");
    await shop
      .getByText(/suspended/)
      .first()
      .waitFor();

    await change("Activate");
    await expect.poll(() => says(page, name)).toContain("Active");
    const { page: old } = await app.visitAs(owner, { size: PHONE });
    await old.goto(`${app.url}/app/products`);
    await old.getByLabel("Password", { exact: true }).waitFor(START);
  });

  test("ADMIN-25: a support session shows one shop with a reason, read-only, and its owner sees it", async () => {
    const name = "Lomnava Looms";
    const owner = await app.newShop(name);
    const product = { name: "Loom thread", price: 4, stock: 3 };
    await app.api.ask("POST", "/api/products.php", { as: owner, body: product });
    const page = await open();
    await choose(page, name, "View shop");
    const dialog = page.getByRole("dialog", { name: `View ${name}` });
    await dialog.getByText("You can view the shop for 30 minutes", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "View shop" }).click();
    await dialog.getByText(/required/).waitFor();
    await dialog.getByLabel("Reason").fill("They called about a sum");
    await dialog.getByRole("button", { name: "View shop" }).click();
    await page
      .getByText(`You are viewing ${name} and can change nothing`, { exact: false })
      .waitFor();
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Products" }).click();
    await page.getByRole("row", { name: /^Loom thread/ }).waitFor();
    expect(await page.getByRole("button", { name: /Add Product|^Edit|^Delete/ }).count()).toBe(0);
    expect(await menu.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Super Admin Dashboard" }).waitFor();

    const { page: theirs } = await app.visitAs(owner, { size: DESKTOP });
    await theirs.goto(`${app.url}/app/audit`);
    await theirs
      .getByText(/They called about a sum/)
      .first()
      .waitFor(START);
  });

  test("ADMIN-28: failed emails come first with the reason, and each is sent again on request", async () => {
    const page = await open();
    const email = newEmail();
    mails.refuse(NO_MAILBOX);
    await addTenant(page, "Nsawam Nails", email);
    const failed = page.getByRole("row", { name: new RegExp(email) });
    const seen = async () => {
      await page.goto(`${app.url}/app/health?tab=mails`);
      await page.getByLabel("Email status").waitFor(START);
      return failed.count();
    };
    await expect.poll(seen, START).toBe(1);
    expect(plain(await failed.innerText())).toMatch(new RegExp(`Failed .*${NO_MAILBOX}`));
    await failed.getByRole("button", { name: /^Resend/ }).click();
    await page.getByText("Resending the email", { exact: true }).waitFor();
    await expect.poll(() => mails.sentTo(email).length, START).toBe(1);
    await expect.poll(seen).toBe(0);
    await page.getByText("All", { exact: true }).click();
    await expect.poll(async () => plain(await failed.innerText())).toContain("Sent");
  });
});
