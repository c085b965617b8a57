import { expect, test } from "vitest";

import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openSell, sellOne } from "./selling.ts";
import { tillSales, useTillInBrowser } from "./till-in-browser.ts";

const ARRIVES_MS = 60_000;
const MOST_SALES = 6;

describeWith(["chromium"], "a till whose profile was copied", () => {
  const shop = useStandaloneShop();
  const till = useTillInBrowser(shop);

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
});
