import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { DESKTOP, type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";
import {
  approving,
  button,
  CASHIER_PIN,
  chooseApprover,
  enterPin,
  lock,
  nextSale,
  openSharedShop,
  OWNER_PIN,
  payCash,
  press,
  sells,
  type SharedShop,
  unlock,
} from "#tests/kit/browser/shared-till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const PATIENCE = { timeout: 30_000 };
const MILK = /^Peak Milk 400g/;
const MILK_PRICE = 68;

const Sales = z.array(z.object({ id: z.string(), total_amount: z.number() }));
const Sale = z.object({
  total_amount: z.number(),
  items: z.array(z.object({ name: z.string(), discount: z.number(), total: z.number() })),
});
const Report = z.object({ rows: z.array(z.looseObject({ name: z.nullable(z.string()) })) });
const Events = z.object({ events: z.array(z.object({ sentence: z.string() })) });

describeWith(["postgres", "chromium"], "the tools of a till", () => {
  let shop: SharedShop;
  beforeAll(async () => {
    shop = await openSharedShop();
    const settings = { discount_limit: 5, oversell_policy: "allow" };
    await shop.api.ask("PUT", "/api/v1/settings/business", { as: shop.owner, body: settings });
  });
  afterAll(() => shop.close());

  const ask = (path: string) => shop.api.ask("GET", path, { as: shop.owner });
  const newest = async () => Sales.parse(await ask("/api/sales.php?limit=1&page=1"))[0];
  const totalOfNewest = async () => (await newest())?.total_amount;
  const detailOfNewest = async () =>
    Sale.parse(await ask(`/api/v1/sales/${(await newest())?.id ?? ""}`));
  const soldAsOther = async () =>
    Report.parse(await ask("/api/v1/reports/product")).rows.find(
      ({ name }) => name === "Other items",
    )?.["revenue"] ?? 0;

  /** From tablet width on the cart is open. */
  async function openCart(page: Page): Promise<void> {
    const bar = button(page, /\d items?\b/);
    if (await bar.isVisible()) await bar.click();
  }
  async function takeOff(page: Page, text: string, kind: "Amount" | "Percent"): Promise<void> {
    await page.getByText(kind, { exact: true }).click(PATIENCE);
    await page.getByLabel("Discount (optional)").fill(text);
    await press(page, "Done");
  }
  async function approve(page: Page): Promise<void> {
    await approving(page).waitFor(PATIENCE);
    await chooseApprover(page, "Akosua");
    await enterPin(page, OWNER_PIN, "Approve");
    await approving(page).waitFor({ state: "detached", ...PATIENCE });
  }
  async function addAmount(page: Page, amount: string, name: string): Promise<void> {
    await press(page, "Sell an amount");
    await page.getByRole("textbox", { name: "Amount" }).fill(amount);
    await page.getByLabel("Name (optional)").fill(name);
    await press(page, "Add to the cart");
    await page.getByRole("dialog").waitFor({ state: "detached", ...PATIENCE });
  }

  describe.each([
    ["a phone", PHONE],
    ["a desktop", DESKTOP],
  ])("on %s", (_, size) => {
    let till: OpenedPage;
    beforeAll(async () => {
      till = await shop.openTill(size);
      const { page } = till;
      await button(page, MILK).waitFor(PATIENCE);
      await lock(page);
      await unlock(page, "Akosua", OWNER_PIN);
      await sells(page, "Akosua");
      await lock(page);
      await unlock(page, "Yaw Darko", CASHIER_PIN);
      await sells(page, "Yaw");
    }, 180_000);
    afterAll(() => till.context.close());

    test("SELL-49, SELL-51: a cashier takes 5 % off a line alone, and 10 % with the owner's PIN", async () => {
      const { page } = till;
      await press(page, MILK);
      await openCart(page);
      await press(page, "Change Peak Milk 400g");
      await takeOff(page, "5", "Percent");
      await page.getByText("5 % off").first().waitFor(PATIENCE);
      await payCash(page);
      await nextSale(page);
      await expect.poll(totalOfNewest, PATIENCE).toBe(MILK_PRICE * 0.95);

      await press(page, MILK);
      await page.keyboard.press("F4");
      await takeOff(page, "10", "Percent");
      await approve(page);
      await page.keyboard.press("Escape");
      await payCash(page);
      await page.getByText("discount 6.80").first().waitFor(PATIENCE);
      await nextSale(page);
      await expect.poll(totalOfNewest, PATIENCE).toBe(61.2);
      const { id = "" } = (await newest()) ?? {};
      const story = Events.parse(await ask(`/api/v1/audit/stories/sale/${id}`));
      expect(story.events[0]?.sentence).toMatch(
        /^Yaw Darko sold 1 x Peak Milk 400g with GH₵6\.80 off .*approved by Akosua /,
      );
    });

    test("SELL-50, SELL-51, SELL-53, SELL-55: without a network an amount and an approved discount are sold, and arrive", async () => {
      const { page, context } = till;
      const before = Number(await soldAsOther());
      await context.setOffline(true);
      await press(page, MILK);
      await addAmount(page, "7.77", "Broom");
      await addAmount(page, "2.22", "");
      await page.keyboard.press("F4");
      await takeOff(page, "8", "Amount");
      await approve(page);
      await page.keyboard.press("Escape");
      await payCash(page);
      await page
        .getByText(/^Broom/)
        .first()
        .waitFor(PATIENCE);
      await nextSale(page);
      await context.setOffline(false);
      await expect.poll(totalOfNewest, PATIENCE).toBe(69.99);
      const { items } = await detailOfNewest();
      // 8.00 of 77.99: 0.2277, 0.7970 and 6.9753.
      expect(items).toMatchObject([
        { name: "Other items", discount: 0.23, total: 1.99 },
        { name: "Broom", discount: 0.8, total: 6.97 },
        { name: "Peak Milk 400g", discount: 6.97, total: 61.03 },
      ]);
      expect(Number(await soldAsOther())).toBeCloseTo(before + 8.96, 2);
    });

    test("SELL-50, SELL-57: a parked cart is found by its name, with its discount, after a reload", async () => {
      const { page } = till;
      await press(page, MILK);
      await page.keyboard.press("F4");
      await takeOff(page, "2", "Percent");
      await page.getByRole("dialog").waitFor({ state: "detached", ...PATIENCE });
      await page.keyboard.press("F8");
      await press(page, "Give it a name");
      await page.getByLabel("Name (optional)").fill("Auntie Esi");
      await press(page, "Save");
      await page.getByRole("dialog").waitFor({ state: "detached", ...PATIENCE });
      await page.reload();
      await press(page, /^Parked carts/);
      await press(page, /^Auntie Esi, 1 item/);
      await page.getByText("66.64").first().waitFor(PATIENCE);
      await payCash(page);
      await nextSale(page);
      await expect.poll(totalOfNewest, PATIENCE).toBe(66.64);
    });
  });
});
