import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { toMinor } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf, dataOf, thingOf } from "#tests/integration/catalog/counter.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

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

const Line = z.object({ totalMinor: z.int(), taxMinor: z.int() });
const Posted = z.object({
  type: z.string(),
  data: z.object({
    currency: z.string(),
    totalMinor: z.int(),
    taxMinor: z.int(),
    lines: z.array(Line),
    tenders: z.array(z.object({ method: z.string(), amountMinor: z.int() })),
  }),
  effects: z.object({ stock: z.array(z.tuple([z.string(), z.int(), z.int()])) }),
});

test("the journal of the log balances, and by payment method it equals the report", async () => {
  const seed = Date.now();
  const random = createRandom(seed);
  await counter.set({ tax_rate: 20 });
  const ids = [await product(3.33), await product(19.99), await product(0.07)];
  const prices = [3.33, 19.99, 0.07];
  const methods = ["cash", "card", "mobile_money", "bank_transfer"] as const;
  const pick = (most: number): number => Math.floor(random() * most);
  for (let index = 0; index < 120; index++) {
    const items = Array.from({ length: 1 + pick(3) }, () => {
      const which = pick(3);
      return { product_id: ids[which], quantity: 1 + pick(5), unit_price: prices[which] };
    });
    const sold = await sell({
      items,
      payment_method: methods[pick(4)],
      tax: pick(2) === 0 ? "exclusive" : "",
    });
    if (pick(4) === 0) await counter.remove(SALES, idOf(sold));
  }
  const rows = await apis.query(
    `select type, data, effects from es.events
      where tenant_id = $1 and type in ('SaleRecorded', 'SaleVoided') order by seq`,
    [apis.tenantId],
  );
  const accounts = new Map<string, number>();
  let unbalanced = 0;
  for (const row of rows) {
    const { type, data, effects } = Posted.parse(row);
    const sign = type === "SaleRecorded" ? 1 : -1;
    const post = (account: string, amount: number): number => {
      const name = `${data.currency} ${account}`;
      accounts.set(name, (accounts.get(name) ?? 0) + sign * amount);
      return amount;
    };
    const debits = data.tenders.map((tender) => post(tender.method, tender.amountMinor));
    const credits = [post("sales", data.totalMinor - data.taxMinor), post("tax", data.taxMinor)];
    const units = effects.stock.reduce((sum, [, delta]) => sum + delta, 0) * sign;
    post("units sold", -units);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
    const ofLines = sum(data.lines.map((line) => line.totalMinor));
    if (sum(debits) !== sum(credits) || ofLines !== sum(credits)) unbalanced += 1;
  }
  const Report = z.object({
    rows: z.array(
      z.object({ payment_method: z.string(), currency: z.string(), total: z.number() }),
    ),
  });
  const report = Report.parse(dataOf(await counter.read("/api/v1/reports/payment-method"))).rows;
  const reported = Object.fromEntries(
    report.map(({ payment_method: method, currency, total }) => [
      `${currency} ${method}`,
      minor(total),
    ]),
  );
  const booked = Object.fromEntries(
    [...accounts].filter(
      ([name, amount]) => methods.some((method) => name.endsWith(method)) && amount !== 0,
    ),
  );
  process.stdout.write(
    `${unbalanced} of ${rows.length} entries off, ${JSON.stringify(booked)} (seed ${seed})\n`,
  );
  expect(unbalanced).toBe(0);
  expect(reported).toEqual(booked);
  await counter.set({ tax_rate: 0 });
});
