import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { toMinor } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf, thingOf } from "#tests/integration/catalog/counter.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const SALES = "/api/sales.php";
const minor = (amount: unknown): number => toMinor(z.number().parse(amount)) ?? Number.NaN;
const sell = (body: object) => counter.post(SALES, { client_sale_id: randomUUID(), ...body });

async function product(price: number, stock = 1_000_000): Promise<string> {
  return idOf(await counter.post("/api/products.php", { name: `P ${price}`, price, stock }));
}

test("MONEY-06: 1,000,000 pieces at 9,999,999.99 are refused with a code, and nothing is written", async () => {
  const id = await product(9_999_999.99);
  const before = await written(apis);
  const items = [{ product_id: id, quantity: 1_000_000, unit_price: 9_999_999.99 }];
  const answers = [
    await sell({ items }),
    await sell({ items: Array.from({ length: 200 }, () => items[0]) }),
  ];
  process.stdout.write(`${answers.map(({ status, text }) => `${status} ${text}`).join(" | ")}\n`);
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("total-too-large", "The total of this sale is too large."),
    ]);
  }
  expect(await written(apis)).toEqual(before);
});

test("MONEY-07: every sale keeps the rate it was made with, also on the same day", async () => {
  const id = await product(100);
  const rates = [
    [0, 0],
    [0.01, 0.01],
    [12.5, 11.11],
    [20, 16.67],
    [100, 50],
  ] as const;
  const sales: string[] = [];
  for (const [rate] of rates) {
    await counter.set({ tax_rate: rate });
    sales.push(idOf(await sell({ items: [{ product_id: id, quantity: 1, unit_price: 100 }] })));
  }
  await counter.set({ tax_rate: 5 });
  const kept = await Promise.all(
    sales.map(async (sale) =>
      z.object({ rate: z.number(), amount: z.number() }).parse((await counter.sale(sale))["tax"]),
    ),
  );
  process.stdout.write(`${JSON.stringify(kept)}\n`);
  expect(kept).toEqual(rates.map(([rate, amount]) => ({ rate, amount })));
  await counter.set({ tax_rate: 0 });
});

test("MONEY-08: a change of currency leaves old sales in the old one, and no sum mixes the two", async () => {
  const totals = async () => {
    const { currency, totalSales, otherCurrencies } = thingOf(
      await counter.read("/api/dashboard.php"),
    );
    return { currency, totalSales: minor(totalSales), otherCurrencies };
  };
  const id = await product(7);
  const items = [{ product_id: id, quantity: 1, unit_price: 7 }];
  const before = await totals();
  await counter.set({ currency: "USD" });
  const dollars = idOf(await sell({ items }));
  const after = await totals();
  await counter.set({ currency: "GHS" });
  const back = await totals();
  process.stdout.write(`${JSON.stringify([before, after, back])}\n`);
  expect(after).toMatchObject({ currency: "USD", totalSales: 700 });
  expect(after.otherCurrencies).toEqual([
    { currency: "GHS", totalSales: before.totalSales / 100, totalOrders: expect.any(Number) },
  ]);
  expect(back).toEqual({
    ...before,
    otherCurrencies: [{ currency: "USD", totalSales: 7, totalOrders: 1 }],
  });
  expect(await counter.sale(dollars)).toMatchObject({ currency: "USD", total_amount: 7 });
});
