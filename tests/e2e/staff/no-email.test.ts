import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import {
  button,
  enterPin,
  heading,
  lock,
  nextSale,
  openSharedShop,
  payCash,
  press,
  sells,
  type SharedShop,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 30_000 };
const MILK = /^Peak Milk 400g/;
const FIRST_PIN = "2580";
const SECOND_PIN = "7413";

const Sales = z.array(z.object({ id: z.string(), total_amount: z.number() }));

describeWith(["postgres", "chromium"], "a cashier without an email", () => {
  // No other person of the shop has this name.
  const last = `Addo${randomUUID().replaceAll(/\W|\d/g, "")}`;
  const name = `Esi ${last}`;
  let shop: SharedShop;
  let team: OpenedPage;
  let till: OpenedPage;
  beforeAll(async () => {
    shop = await openSharedShop();
    team = await shop.visit(DESKTOP);
    await team.page.goto(`${shop.url}/app/team`);
  });
  afterAll(() => shop.close());

  const newestId = async (): Promise<string | undefined> => {
    const found = await shop.api.ask("GET", "/api/sales.php?limit=1&page=1", { as: shop.owner });
    return Sales.parse(found)[0]?.id;
  };

  /** The link in the dialog of this title, which is closed afterwards. */
  async function linkIn(page: Page, title: string): Promise<string> {
    const dialog = page.getByRole("dialog", { name: title });
    const link = await dialog.getByLabel("Link").inputValue(PATIENCE);
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    return link;
  }

  /** On a phone of her own. */
  async function typePin(link: string, pin: string): Promise<OpenedPage> {
    const phone = await shop.otherPhone();
    const { page } = phone;
    await page.goto(link);
    await page.getByLabel("New PIN").fill(pin, PATIENCE);
    await page.getByLabel("Repeat the PIN").fill(pin);
    await press(page, "Save PIN");
    return phone;
  }

  async function choosePin(link: string, pin: string): Promise<void> {
    const { page, context } = await typePin(link, pin);
    await page.getByText(/^Esi, unlock the till at .+ with your PIN\.$/).waitFor(PATIENCE);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await context.close();
  }

  async function sellMilk(page: Page): Promise<void> {
    await press(page, MILK);
    await payCash(page);
    await nextSale(page);
  }

  /** Waits until there is a sale after `before`, and sees whose the screen of sales says it is. */
  async function expectSaleOf(cashier: string, before: string | undefined): Promise<void> {
    await expect.poll(newestId, PATIENCE).not.toBe(before);
    const sale = await newestId();
    await team.page.goto(`${shop.url}/app/sales?sale=${sale ?? ""}`);
    await team.page.getByText(cashier).filter({ visible: true }).first().waitFor(PATIENCE);
  }

  test("TEAM-20, TEAM-22: is invited by name, and chooses a PIN on her own phone", async () => {
    const { page } = team;
    await press(page, "Invite");
    await page.getByText("No email", { exact: true }).click(PATIENCE);
    await page.getByLabel("First name").fill("Esi");
    await page.getByLabel("Last name").fill(last);
    await press(page, "Create invitation");
    const link = await linkIn(page, `Link for ${name}`);
    await page.getByRole("row", { name }).getByText("Invited").waitFor(PATIENCE);
    await choosePin(link, FIRST_PIN);
    await page.reload();
    await page
      .getByRole("row", { name })
      .getByText("Unlocks the till with a PIN")
      .waitFor(PATIENCE);
  });

  test("TEAM-24: unlocks the owner's till with it, sells, and the sale is hers", async () => {
    till = await shop.openTill(PHONE);
    const { page } = till;
    await button(page, MILK).waitFor(PATIENCE);
    await lock(page);
    await unlock(page, name, FIRST_PIN);
    await sells(page, "Esi");
    const before = await newestId();
    await sellMilk(page);
    await expectSaleOf(name, before);
  });

  test("TEAM-24, PIN-35: unlocks it without a network, too, and sells", async () => {
    const { page, context } = till;
    const before = await newestId();
    await context.setOffline(true);
    await lock(page);
    await unlock(page, name, FIRST_PIN);
    await sells(page, "Esi");
    await sellMilk(page);
    await button(page, "1 to send").waitFor(PATIENCE);
    await context.setOffline(false);
    await expectSaleOf(name, before);
  });

  test("TEAM-25, PIN-45: a new PIN link of the owner replaces the PIN, and locks the till", async () => {
    const { page } = team;
    // Without a network the server has opened no session that it could end.
    await lock(till.page);
    await unlock(till.page, name, FIRST_PIN);
    await sells(till.page, "Esi");
    await page.goto(`${shop.url}/app/team`);
    await press(page, `New PIN link for ${name}`);
    await choosePin(await linkIn(page, `New PIN link for ${name}`), SECOND_PIN);
    await till.page.reload();
    await heading(till.page, "Who is selling?").waitFor(PATIENCE);
    await unlock(till.page, name, FIRST_PIN);
    await till.page.getByText("Wrong PIN.").waitFor(PATIENCE);
    await enterPin(till.page, SECOND_PIN, "Unlock");
    await sells(till.page, "Esi");
  });

  test("TEAM-27: the audit says that she was invited without an email, joined and got a new PIN link, and names another one who has not joined", async () => {
    const { page } = team;
    const invite = (body: object) =>
      shop.api.ask("POST", "/api/v1/staff", { as: shop.owner, body });
    await invite({ first_name: "Efua", last_name: last, role: "cashier" });
    await invite({ email: `${randomUUID()}@staff.example`, role: "manager" });
    await page.goto(`${shop.url}/app/audit`);
    for (const sentence of [
      `invited ${name} without an email as cashier`,
      `${name} joined as cashier`,
      `made a new PIN link for ${name}`,
      `invited Efua ${last} without an email as cashier`,
      "invited someone as manager",
    ]) {
      await page
        .getByRole("row", { name: new RegExp(sentence) })
        .first()
        .waitFor(PATIENCE);
    }
  });

  test("TEAM-23: nothing but Sell opens for her, and the sign-in knows no email of hers", async () => {
    const { page } = till;
    await page.goto(`${shop.url}/app/dashboard`);
    await page.waitForURL("**/auth/login**");
    expect(await page.getByLabel("Email").inputValue()).toBe("");
  });

  test("TEAM-26: once removed she unlocks nothing, and her last link has stopped working", async () => {
    const { page } = team;
    await page.getByRole("link", { name: "Team", exact: true }).click(PATIENCE);
    await press(page, `New PIN link for ${name}`);
    const link = await linkIn(page, `New PIN link for ${name}`);
    await till.page.goto(`${shop.url}/app/sell`);
    await sells(till.page, "Esi");
    await lock(till.page);
    await press(till.page, new RegExp(name));
    await heading(till.page, name).waitFor(PATIENCE);
    await press(page, `Remove ${name}`);
    const question = page.getByRole("alertdialog", { name: `Remove ${name}?` });
    await question.getByRole("button", { name: "Remove" }).click();
    await question.waitFor({ state: "detached" });
    await page.getByRole("row", { name }).waitFor({ state: "detached" });
    await enterPin(till.page, SECOND_PIN, "Unlock");
    await till.page.getByText("Wrong PIN.").waitFor(PATIENCE);
    const phone = await typePin(link, FIRST_PIN);
    await phone.page
      .getByText(/no longer valid/)
      .first()
      .waitFor(PATIENCE);
    await phone.context.close();
  });
});
