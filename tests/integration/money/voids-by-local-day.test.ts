import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { toMinor } from "#kernel/contract/money.ts";
import { openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf, dataOf } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

const SALES = "/api/sales.php";
const minor = (amount: number): number => toMinor(amount) ?? Number.NaN;
const byDay = (days: Record<string, number>) =>
  Object.entries(days).toSorted(([a], [b]) => a.localeCompare(b));

/** Moments around midnight and their local day, also across clock changes. */
const MOMENTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "Africa/Accra": [
    ["2026-01-31T23:59:59Z", "2026-01-31"],
    ["2026-02-01T00:00:00Z", "2026-02-01"],
  ],
  "America/New_York": [
    ["2026-03-08T04:59:59Z", "2026-03-07"],
    ["2026-03-08T05:00:00Z", "2026-03-08"],
    ["2026-03-09T03:59:59Z", "2026-03-08"],
    ["2026-03-09T04:00:00Z", "2026-03-09"],
    ["2026-04-01T03:59:59Z", "2026-03-31"],
  ],
  "Europe/London": [
    ["2026-03-29T22:59:59Z", "2026-03-29"],
    ["2026-03-29T23:00:00Z", "2026-03-30"],
    ["2026-10-24T22:59:59Z", "2026-10-24"],
    ["2026-10-25T23:59:59Z", "2026-10-25"],
    ["2026-10-26T00:00:00Z", "2026-10-26"],
  ],
};

test("SALE-26: a void takes the sale off its own local day, across midnights, months and clock changes", async () => {
  const till = await openApis();
  const shop = counterOf(till);
  const id = idOf(await shop.post("/api/products.php", { name: "P", price: 1, stock: 100 }));
  const Days = z.object({ rows: z.array(z.object({ day: z.string(), total: z.number() })) });
  const days = async () =>
    Object.fromEntries(
      Days.parse(dataOf(await shop.read("/api/v1/reports/day"))).rows.map(({ day, total }) => [
        day,
        total,
      ]),
    );
  const Trend = z.object({
    totalSales: z.number(),
    monthlyTrend: z.array(z.object({ monthly_sales: z.number() })),
  });
  const trend = async () => {
    const { totalSales, monthlyTrend } = Trend.parse(
      dataOf(await shop.read("/api/sales/reports.php")),
    );
    return [
      minor(totalSales),
      monthlyTrend.reduce((sum, month) => sum + minor(month.monthly_sales), 0),
    ];
  };

  const expected: Record<string, number> = {};
  const sales: (readonly [string, string])[] = [];
  for (const [timezone, moments] of Object.entries(MOMENTS)) {
    await shop.set({ timezone });
    for (const [occurredAt, day] of moments) {
      const body = {
        items: [{ product_id: id, quantity: 1, unit_price: 1 }],
        occurred_at: occurredAt,
      };
      sales.push([idOf(await shop.post(SALES, { ...body, client_sale_id: randomUUID() })), day]);
      expected[day] = (expected[day] ?? 0) + 1;
    }
  }
  // A later change of the time zone does not move earlier sales.
  await shop.set({ timezone: "Africa/Accra" });
  const sold = (part: Record<string, number>) =>
    Object.fromEntries(Object.entries(part).filter(([, total]) => total !== 0));
  expect(sold(await days())).toEqual(expected);
  expect(await trend()).toEqual([sales.length * 100, sales.length * 100]);

  let off = 0;
  for (const [sale, day] of sales) {
    await shop.remove(SALES, sale);
    expected[day] = (expected[day] ?? 0) - 1;
    const shown = JSON.stringify(byDay(sold(await days())));
    if (shown !== JSON.stringify(byDay(sold(expected)))) off += 1;
    const [total, months] = await trend();
    if (total !== months) off += 1;
  }
  process.stdout.write(`${off} reports off over ${sales.length} voids in 3 zones\n`);
  expect(off).toBe(0);
  expect(await trend()).toEqual([0, 0]);
  await till.close();
});
