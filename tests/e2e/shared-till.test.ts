import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { sendApprovals } from "#tests/e2e/tills/sent-approvals.ts";
import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import {
  approving,
  button,
  CASHIER_PIN,
  chooseApprover,
  enterPin,
  lock,
  nextSale,
  openNotices,
  openSharedShop,
  OWNER_PIN,
  payCash,
  press,
  sells,
  type SharedShop,
  typePrice,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import { type Clock, openClock } from "#tests/kit/product/ahead.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 30_000 };
const MILK = /^Peak Milk 400g/;
const BOTH = /^Blue Band 250g at .*, and more than is in stock, for this sale\.$/;

const Sales = z.array(z.object({ id: z.string(), total_amount: z.number() }));
const Added = z.object({ id: z.string() });
const Events = z.object({ events: z.array(z.object({ sentence: z.string() })) });

describeWith(["postgres", "chromium"], "a till that two people share", () => {
  let clock: Clock;
  let shop: SharedShop;
  let till: OpenedPage;
  let lantern = "";
  beforeAll(async () => {
    clock = await openClock();
    shop = await openSharedShop(clock.env);
    // Before the till learns the rules of the shop.
    const body = { oversell_policy: "warn" };
    await shop.api.ask("PUT", "/api/v1/settings/business", { as: shop.owner, body });
    const product = { name: "Lantern", price: 20, stock: 1 };
    const added = await shop.api.ask("POST", "/api/products.php", {
      as: shop.owner,
      body: product,
    });
    lantern = Added.parse(added).id;
    till = await shop.openTill(PHONE);
  });
  afterAll(async () => {
    await shop.close();
    await clock.remove();
  });

  const link = (page: Page, name: RegExp) => page.getByRole("link", { name }).first();

  async function pay(page: Page): Promise<void> {
    await payCash(page);
    await nextSale(page);
  }

  const newest = async () => {
    const { api, owner } = shop;
    const sales = Sales.parse(await api.ask("GET", "/api/sales.php?limit=1&page=1", { as: owner }));
    return sales[0];
  };
  const totalOfNewest = async () => (await newest())?.total_amount;
  const sentenceOfNewest = async () => {
    const path = `/api/v1/audit/stories/sale/${(await newest())?.id ?? ""}`;
    const found = await shop.api.ask("GET", path, { as: shop.owner });
    return Events.parse(found).events[0]?.sentence;
  };

  test("PIN-31, PIN-32, PIN-38: one locks it, and the other goes on with the cart", async () => {
    const { page } = till;
    await press(page, MILK);
    await lock(page);
    expect(await page.getByText("Peak Milk").count()).toBe(0);
    await unlock(page, "Yaw Darko", "7391");
    await page.getByText("Wrong PIN.").waitFor();
    await enterPin(page, CASHIER_PIN, "Unlock");
    await sells(page, "Yaw");
    expect(await button(page, /^Charge/).isEnabled()).toBe(true);
  });

  test("PIN-41, PIN-18: a price that the owner approves with a PIN names both", async () => {
    const { page } = till;
    await typePrice(page, "11.11");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached" });
    await pay(page);
    await expect.poll(totalOfNewest, PATIENCE).toBe(11.11);
    const both = /^Yaw Darko sold .*, approved by Akosua /;
    await expect.poll(sentenceOfNewest, PATIENCE).toMatch(both);
  });

  test("PIN-43, PIN-44: the owner approves a price on another screen", async () => {
    const { page } = till;
    await press(page, MILK);
    await typePrice(page, "12.12");
    await chooseApprover(page, "Akosua");
    await press(page, "Ask on their phone");
    const other = await shop.visit(DESKTOP);
    await openNotices(other.page, shop.url);
    await link(other.page, /Answer/).click(PATIENCE);
    await other.page.getByText(/^Allow Yaw Darko to sell Peak Milk 400g at/).waitFor();
    await press(other.page, "Allow");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    await other.context.close();
    await pay(page);
    await expect.poll(totalOfNewest, PATIENCE).toBe(12.12);
  });

  test("SELL-67: a sale above the stock is approved by the owner before the money", async () => {
    const { page } = till;
    await press(page, /^Blue Band 250g/);
    await page.getByText("Blue Band 250g is out of stock").waitFor();
    await press(page, /^Charge/);
    await press(page, "Ask to sell anyway");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached" });
    await press(page, /^Exact/);
    await page.getByRole("region", { name: "Paid" }).waitFor(PATIENCE);
    await nextSale(page);
    const both = /^Yaw Darko sold .*Blue Band.*, approved by Akosua /;
    await expect.poll(sentenceOfNewest, PATIENCE).toMatch(both);
  });

  test("PIN-80, PIN-81: one approval is for another price and more than is in stock", async () => {
    const { page } = till;
    await press(page, /^Blue Band 250g/);
    await typePrice(page, "14.14", "Blue Band");
    await approving(page).getByText(BOTH).waitFor();
    await chooseApprover(page, "Akosua");
    await press(page, "Ask on their phone");
    const other = await shop.visit(DESKTOP);
    await openNotices(other.page, shop.url);
    await link(other.page, /Answer/).click(PATIENCE);
    await other.page.getByText(/^Allow Yaw Darko to sell Blue Band 250g at .*, and more/).waitFor();
    await press(other.page, "Allow");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    await other.context.close();
    await pay(page);
    await expect.poll(totalOfNewest, PATIENCE).toBe(14.14);
    await expect
      .poll(sentenceOfNewest, PATIENCE)
      .toMatch(/, approved by Akosua .* for another price and a sale above the stock\.$/);
  });

  test("PIN-83: one approval is for both, too, when another device sold the last one and the till does not know", async () => {
    const { page } = till;
    await page.route("**/api/v1/till/changes**", (route) => route.abort());
    await press(page, /^Lantern/);
    const body = {
      payment_method: "cash",
      items: [{ product_id: lantern, quantity: 1, unit_price: 20 }],
    };
    await shop.api.ask("POST", "/api/sales.php", { as: shop.owner, body });
    await typePrice(page, "16.16", "Lantern");
    const question = /^Lantern at .*, and more than is in stock, for this sale\.$/;
    await approving(page).getByText(question).waitFor();
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    await pay(page);
    await expect.poll(totalOfNewest, PATIENCE).toBe(16.16);
    await expect
      .poll(sentenceOfNewest, PATIENCE)
      .toMatch(/, approved by Akosua .* for another price and a sale above the stock\.$/);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("PIN-17, PIN-35, PIN-42: without a network each PIN works where it did before, and approves up to the shop's limit", async () => {
    const { page, context } = till;
    await context.setOffline(true);
    await lock(page);
    await unlock(page, "Akosua", OWNER_PIN);
    await page.getByText("No network. Connect once to unlock on this phone.").waitFor();
    await context.setOffline(false);
    await enterPin(page, OWNER_PIN, "Unlock");
    await sells(page, "Akosua");
    await context.setOffline(true);
    await lock(page);
    await unlock(page, "Yaw Darko", CASHIER_PIN);
    await sells(page, "Yaw");
    await press(page, MILK);
    await typePrice(page, "300");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    const most = /^Without a network a PIN approves at most GH₵\s*200\.00\.$/;
    await approving(page).getByText(most).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await typePrice(page, "13.13");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached" });
    await pay(page);
    await button(page, "1 to send").waitFor();
    await context.setOffline(false);
    await expect.poll(totalOfNewest, PATIENCE).toBe(13.13);
    await expect.poll(sentenceOfNewest, PATIENCE).toMatch(/^Yaw Darko sold /);
  });

  test("PIN-80, PIN-81: without a network, too, and the owner is asked about both", async () => {
    const { page, context } = till;
    await context.setOffline(true);
    await press(page, /^Blue Band 250g/);
    await typePrice(page, "15.15", "Blue Band");
    await approving(page).getByText(BOTH).waitFor();
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached" });
    await pay(page);
    await button(page, "1 to send").waitFor();
    await context.setOffline(false);
    await expect.poll(totalOfNewest, PATIENCE).toBe(15.15);
    const other = await shop.visit(PHONE);
    await openNotices(other.page, shop.url);
    await other.page
      .getByText(/^Your PIN approved another price .* and a sale above the stock at a till/)
      .waitFor(PATIENCE);
    await other.context.close();
  });

  test("PIN-17, PIN-44: the owner says afterwards whether that was them, and if not, every owner is notified", async () => {
    const { api, owner } = shop;
    const joining = { email: "abena@adom.example", role: "owner", first_name: "Abena" };
    const second = await acceptedStaff(
      api,
      { owner, admin: await shop.signInAdmin() },
      { ...joining, last_name: "Sarpong" },
    );
    const { page, context } = await shop.visit(PHONE);
    await openNotices(page, shop.url);
    await page.getByText("You approved this?").first().waitFor(PATIENCE);
    await link(page, /Answer/).click();
    await page.getByText(/approved with your PIN while the till had no network/).waitFor();
    await press(page, "Not me");
    await page.getByText("The owner is notified").first().waitFor();
    await openNotices(page, shop.url);
    await page.getByText("Approval Denied").first().waitFor(PATIENCE);
    await context.close();
    const other = await shop.visitAs(second, PHONE);
    await openNotices(other.page, shop.url);
    await other.page.getByText("Approval Denied").first().waitFor(PATIENCE);
    await other.context.close();
  });

  test("PIN-16: an approval of the server counts as the right, and any other one as none", async () => {
    await sendApprovals(shop);
    const office = await shop.visit(DESKTOP);
    await office.page.goto(`${shop.url}/app/attention`);
    const flagged = (price: string) =>
      office.page
        .getByRole("listitem")
        .filter({ hasText: "Yaw Darko had no right to change prices then" })
        .filter({ hasText: new RegExp(`Peak Milk 400g at GH₵\\s*${price}`) });
    for (const price of ["60.02", "60.03", "60.04", "60.05", "60.06"]) {
      await flagged(price).waitFor(PATIENCE);
    }
    for (const price of ["60.01", "11.11"]) expect(await flagged(price).count()).toBe(0);
    await office.context.close();
  });

  test("PIN-17, PIN-22: the owner's report lists what each person did; above the owner's limit an approval without a network counts as none", async () => {
    const { page, context } = till;
    const { api, owner } = shop;
    const ask = (path: string, body: unknown) => api.ask("PUT", path, { as: owner, body });
    await ask("/api/v1/settings/notifications", { report_frequency: "daily" });
    await ask("/api/products.php", { id: lantern, price: 21 });
    await press(page, MILK);
    await press(page, /\d items?\b/);
    await press(page, /^Change Peak Milk/);
    await page.getByLabel(/^Discount \(/).fill("5");
    await press(page, "Done");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
    await pay(page);
    await context.setOffline(true);
    await press(page, MILK);
    await typePrice(page, "17.17");
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached" });
    await pay(page);
    await button(page, "1 to send").waitFor();
    await ask("/api/v1/settings/business", { offline_approval_limit: 10 });
    const report = async (text: RegExp): Promise<void> => {
      const { page: mails, context: desk } = await shop.visitAs(await shop.signInAdmin(), DESKTOP);
      const shown = mails
        .getByRole("article")
        .filter({ hasText: "Your daily sales report: Adom Provisions" });
      const read = async () => {
        await mails.goto(`${shop.url}/dev/mails`);
        await mails.getByText("Loading").waitFor({ state: "detached" });
        return (await shown.allInnerTexts()).join("\n");
      };
      await expect.poll(read, PATIENCE).toMatch(text);
      await desk.close();
    };
    const now = new Date();
    const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 10);
    await clock.forward(shop.url, tomorrow - now.getTime());
    const acts =
      /\d+ other prices \(GH₵[\d.,]+\), 1 discount \(GH₵5\.00\), 1 sale that arrived later/;
    const given = /3 approvals without a network, 1 changed price/;
    await report(new RegExp(`Akosua Mensah\\s+${given.source}\\s+Yaw Darko\\s+${acts.source}`));
    await context.setOffline(false);
    const { page: office, context: desk } = await shop.visitAs(await shop.signInOwner(), DESKTOP);
    await office.goto(`${shop.url}/app/attention`);
    await office
      .getByRole("listitem")
      .filter({ hasText: "Yaw Darko had no right to change prices then" })
      .filter({ hasText: /Peak Milk 400g at GH₵\s*17\.17/ })
      .waitFor(PATIENCE);
    await desk.close();
  });

  test("PIN-34: a PIN opens nothing but Sell", async () => {
    const { page } = till;
    await page.goto(`${shop.url}/app/dashboard`);
    await page.waitForURL("**/auth/login**");
    expect(await page.getByLabel("Email").inputValue()).toBe("yaw@adom.example");
  });
});
