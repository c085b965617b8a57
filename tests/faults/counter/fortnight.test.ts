import { expect, test } from "vitest";

import { createRandom } from "#tests/kit/builders/random.ts";
import { useStandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { sendFortnight, WITH_CLOCK } from "./fortnight.ts";
import { tillSales } from "./till-in-browser.ts";

const CI_SEED = 1;
const MOST_SECONDS = 60;

describeWith(["postgres"], "a till that was offline for two weeks", () => {
  const shop = useStandaloneShop(WITH_CLOCK);
  const { counterSales: SALES, ...settings } = readTestSettings();
  const seed = settings.isCi ? CI_SEED : settings.seed;

  test(`TILL-126: sends its ${SALES} sales within a minute over a bad mobile network (seed ${seed})`, async () => {
    const { product, till: owner, query } = shop();
    const sent = await sendFortnight({
      url: product.url,
      owner,
      random: createRandom(seed),
      sales: SALES,
    });
    process.stdout.write(`a fortnight: ${JSON.stringify(sent)}\n`);
    expect(sent.seconds).toBeLessThan(MOST_SECONDS);
    const sales = await tillSales(shop());
    const numbers = sales.map((_, index) => index + 1);
    expect(numbers).toHaveLength(SALES);
    expect(sales.map(({ seq }) => seq)).toEqual(numbers);
    expect(sales.map(({ receipt }) => receipt)).toEqual(numbers);
    // All times were believed, over the two weeks.
    const [row] = await query<{ days: number; flagged: number }>(
      `select (max(occurred_ms) - min(occurred_ms))::float8 / 86400000 as days,
              count(meta -> 'flags')::int as flagged
         from es.events where tenant_id = $1 and type = 'SaleRecorded'`,
      [owner.tenantId],
    );
    expect(row?.flagged).toBe(0);
    expect(row?.days).toBeGreaterThan(13);
  });
});
