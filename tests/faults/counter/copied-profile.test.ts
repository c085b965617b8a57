import { expect, test } from "vitest";

import { storeSession } from "#tests/kit/browser/browser.ts";
import { openProfile } from "#tests/kit/browser/killed-browser.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openSell, sellOne } from "./selling.ts";
import { tillSales, useTillInBrowser } from "./till-in-browser.ts";

const ARRIVES_MS = 60_000;
const MOST_SALES = 6;

describeWith(["chromium"], "a till whose profile was copied", () => {
  const shop = useStandaloneShop();
  const till = useTillInBrowser(shop);

  /** The owner's own browser. */
  async function resolveOnce(title: string): Promise<void> {
    const office = await openProfile();
    const { page, kill } = await office.start(new URL("/auth/login", till.url()).href);
    await storeSession(page, shop().till.stored);
    await page.goto(new URL("/app/attention", till.url()).href);
    const rows = page.getByRole("listitem").filter({ hasText: title });
    await rows.first().waitFor({ timeout: ARRIVES_MS });
    const listed = await rows.count();
    await rows.first().getByRole("button", { name: "It's fine" }).click();
    await expect.poll(() => rows.count(), { timeout: ARRIVES_MS }).toBe(listed - 1);
    await kill();
    await office.remove();
  }

  test("TILL-134: sells on two devices, loses nothing, and becomes two tills", async () => {
    const copy = await till.profile().copy();
    const before = (await tillSales(shop())).length;
    const [first, second] = [await till.start(), await copy.start("about:blank")];
    const registers = new Set<string | undefined>();
    let sold = 0;
    // Both sell under the same numbers until the server has seen two sales of one number.
    for (let sale = 0; sale < MOST_SALES && registers.size < 2; sale += 1) {
      for (const { page } of [first, second]) {
        await openSell(page, till.url());
        const [, register] = (await sellOne(page)).split("-");
        if (register !== "1") sold += 1;
        registers.add(register);
      }
      registers.delete("1");
    }
    expect(registers.size).toBe(2);
    const arrived = async (): Promise<number> => (await tillSales(shop())).length - before;
    await expect.poll(arrived, { timeout: ARRIVES_MS }).toBe(sold);
    await first.kill();
    await second.kill();
    await copy.remove();
  });

  test("ATTN-03: sells on two devices without a network: both sales count under one number, and the owner is asked", async () => {
    const copy = await till.profile().copy();
    const before = (await tillSales(shop())).length;
    till.setNetwork("off");
    const devices = [await till.start(), await copy.start("about:blank")] as const;
    const [, second] = devices;
    await openSell(second.page, till.url());
    const receipts = [];
    for (const { page } of devices) receipts.push(await sellOne(page));
    const [receipt = ""] = receipts;
    expect(receipts).toEqual([receipt, receipt]);
    till.setNetwork("on");
    const arrived = async (): Promise<number> => (await tillSales(shop())).length - before;
    await expect.poll(arrived, { timeout: ARRIVES_MS }).toBe(2);
    await resolveOnce(`Receipt ${receipt} is there twice`);
    for (const { kill } of devices) await kill();
    await copy.remove();
  });
});
