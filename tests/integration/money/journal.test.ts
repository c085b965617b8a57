import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect } from "vitest";
import * as z from "zod/mini";

import { type CartItem, sumCart } from "#kernel/contract/cart.ts";
import { toMinor } from "#kernel/contract/money.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf, dataOf, thingOf } from "#tests/integration/catalog/counter.ts";
import { type Answer, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { row } from "#tests/scorecard/row.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const SALES = "/api/sales.php";
const SOLD = 120;
const RATE_BP = 2000;
const PRICES_MINOR = [333, 1999, 7];
const METHODS = ["cash", "card", "mobile_money", "bank_transfer"] as const;
const minor = (amount: unknown): number => toMinor(z.number().parse(amount)) ?? Number.NaN;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

const Line = z.object({ totalMinor: z.int(), taxMinor: z.int() });
const Posted = z.object({
  type: z.string(),
  stream: z.string(),
  data: z.object({
    currency: z.string(),
    totalMinor: z.int(),
    taxMinor: z.int(),
    lines: z.array(Line),
    tenders: z.array(z.object({ method: z.string(), amountMinor: z.int() })),
  }),
});
type Posted = z.infer<typeof Posted>;

/** Random sales over the API, some of which are voided. Counts those with other sums than the cart. */
async function sellAndVoid(random: Random): Promise<number> {
  const pick = (most: number): number => Math.floor(random() * most);
  const ids: string[] = [];
  for (const price of PRICES_MINOR) {
    const body = { name: `P ${price}`, price: price / 100, stock: 1_000_000 };
    ids.push(idOf(await counter.post("/api/products.php", body)));
  }
  let different = 0;
  for (let index = 0; index < SOLD; index++) {
    const cart = Array.from({ length: 1 + pick(3) }, () => ({
      which: pick(PRICES_MINOR.length),
      quantity: 1 + pick(5),
    }));
    const isAdded = pick(2) === 0;
    const answer = await counter.post(SALES, {
      client_sale_id: randomUUID(),
      items: cart.map(({ which, quantity }) => ({
        product_id: ids[which],
        quantity,
        unit_price: (PRICES_MINOR[which] ?? 0) / 100,
      })),
      payment_method: METHODS[pick(METHODS.length)],
      tax: isAdded ? "exclusive" : "",
    });
    const items = cart.map(({ which, quantity }) => ({
      unitPriceMinor: PRICES_MINOR[which] ?? 0,
      quantity,
    }));
    if (!isAsSummed(answer, items, isAdded)) different += 1;
    if (pick(4) === 0) await counter.remove(SALES, idOf(answer));
  }
  return different;
}

function isAsSummed(answer: Answer, items: readonly CartItem[], isAdded: boolean): boolean {
  const taxMode = isAdded ? "exclusive" : "inclusive";
  const sums = sumCart({ items, taxRateBp: RATE_BP, taxMode });
  const { total_amount: total, tax_amount: tax } = thingOf(answer);
  return (
    typeof sums !== "string" && minor(total) === sums.totalMinor && minor(tax) === sums.taxMinor
  );
}

/** Debits by payment method, credits to sales and tax; a void posts the mirror. */
function book(rows: readonly Posted[]) {
  const accounts = new Map<string, number>();
  let unbalanced = 0;
  for (const { type, data } of rows) {
    const sign = type === "SaleRecorded" ? 1 : -1;
    const post = (account: string, amount: number): number => {
      const name = `${data.currency} ${account}`;
      accounts.set(name, (accounts.get(name) ?? 0) + sign * amount);
      return amount;
    };
    const debits = data.tenders.map((tender) => post(tender.method, tender.amountMinor));
    const credits = [post("sales", data.totalMinor - data.taxMinor), post("tax", data.taxMinor)];
    const ofLines = sum(data.lines.map((line) => line.totalMinor));
    if (sum(debits) !== sum(credits) || ofLines !== sum(credits)) unbalanced += 1;
  }
  return { accounts, unbalanced };
}

/** Voids that are not the mirror of their sale. */
function unlikeTheirSales(rows: readonly Posted[]): number {
  const sales = rows.filter(({ type }) => type === "SaleRecorded");
  const sold = new Map(sales.map(({ stream, data }) => [stream, JSON.stringify(data)]));
  const voids = rows.filter(({ type }) => type === "SaleVoided");
  expect(voids.length).toBeGreaterThan(0);
  return voids.filter(({ stream, data }) => sold.get(stream) !== JSON.stringify(data)).length;
}

const Report = z.object({
  rows: z.array(z.object({ payment_method: z.string(), currency: z.string(), total: z.number() })),
});

row(
  27,
  "sales over the API have the sums of the cart, voids mirror them, and the journal balances",
  async ({ seed, figure, control }) => {
    await counter.set({ tax_rate: RATE_BP / 100 });
    const different = await sellAndVoid(createRandom(seed));
    figure(`sales of ${SOLD} over the API that differ from the cart`, different, { exactly: 0 });

    const rows = await apis.query(
      `select type, stream_id as stream, data from es.events
        where tenant_id = $1 and type in ('SaleRecorded', 'SaleVoided') order by seq`,
      [apis.tenantId],
    );
    const posted = rows.map((found) => Posted.parse(found));
    const { accounts, unbalanced } = book(posted);
    figure("voids unlike their sale", unlikeTheirSales(posted), { exactly: 0 });
    figure("entries whose debits are not their credits", unbalanced, { exactly: 0 });

    const report = Report.parse(dataOf(await counter.read("/api/v1/reports/payment-method"))).rows;
    const reported = report.map(
      ({ payment_method: method, currency, total }) =>
        [`${currency} ${method}`, minor(total)] as const,
    );
    const booked = [...accounts].filter(
      ([name, amount]) => METHODS.some((method) => name.endsWith(method)) && amount !== 0,
    );
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(booked));

    const changed = posted.map((entry, index) =>
      index === 0
        ? { ...entry, data: { ...entry.data, totalMinor: entry.data.totalMinor + 1 } }
        : entry,
    );
    control("entries found off by one pesewa", book(changed).unbalanced, { exactly: 1 });
  },
);
