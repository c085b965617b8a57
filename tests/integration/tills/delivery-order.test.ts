import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import type { Entry, EntryLine } from "#kernel/contract/api/till/entries.ts";
import { taxIncluded } from "#kernel/contract/cart.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { type Counter, line, openCounter, PRICE_MINOR, soldLines } from "./counter-sales.ts";

const RUNS = 6;
const STEPS = 24;
const STEP_MS = 3_000;
const OPENING = 20;
const PRODUCTS = ["Milo", "Sugar", "Gari"];
/** The server never heard of it. */
const UNKNOWN = newId();
const TAX_BP = 2_000;

/** One day for all, also around midnight. */
const DAY = new Date().toISOString().slice(0, "2026-11-21".length);

const { seed: SEED } = readTestSettings();

let apis: Apis;
let nowMs = Date.now();
beforeAll(async () => {
  apis = await openApis({ clock: () => nowMs });
});
afterAll(() => apis.close());

type Sold = Readonly<{ product: number; quantity: number; priceMinor: number }>;
type Step =
  | Readonly<{ is: "sale"; till: 0 | 1; sold: readonly Sold[]; isCash: boolean }>
  | Readonly<{ is: "count"; product: number; to: number }>
  | Readonly<{ is: "price"; product: number; minor: number }>
  | Readonly<{ is: "deletion"; product: number }>;

/** What happens in a shop, a step every three seconds. A till may know an older price. */
function imagine(random: Random): Step[] {
  const below = (n: number): number => Math.floor(random() * n);
  const prices = PRODUCTS.map(() => [PRICE_MINOR]);
  return Array.from({ length: STEPS }, (_, step): Step => {
    const what = random();
    const product = below(PRODUCTS.length);
    // A count that finds the stock as it is shown is no event, so no stock is ever this large.
    if (what < 0.15) return { is: "count", product, to: 1_000 + 100 * step };
    if (what < 0.25) {
      // No price comes back: a sale at it would be odd only in between.
      const minor = PRICE_MINOR + 10 + 10 * step;
      prices[product]?.push(minor);
      return { is: "price", product, minor };
    }
    if (what < 0.28) return { is: "deletion", product };
    const sold = Array.from({ length: 1 + below(3) }, () => {
      const which = below(PRODUCTS.length + 1);
      const known = prices[which] ?? [PRICE_MINOR];
      const priceMinor = known.at(random() < 0.6 ? -1 : below(known.length)) ?? PRICE_MINOR;
      return { product: which, quantity: 1 + below(4), priceMinor };
    });
    return { is: "sale", till: random() < 0.5 ? 0 : 1, sold, isCash: random() < 0.5 };
  });
}

/** Whether a till delivers what it has after a step. */
type Network = (till: 0 | 1, step: number) => boolean;

const networks = (random: Random): readonly Network[] => [
  () => true,
  () => false,
  (till) => till === 1,
  (till) => till === 0,
  () => random() < 0.2,
  () => random() < 0.5,
];

/** Lives through the steps, with a network that delivers when it does, and everything in the end. */
async function live(steps: readonly Step[], network: Network, random: Random) {
  const fromMs = Date.now();
  nowMs = fromMs;
  const shop = await openCounter(apis);
  await shop.ask("PUT", "/api/v1/settings/business", { tax_rate: 20 });
  const ids: string[] = [];
  for (const name of PRODUCTS) ids.push(await shop.addProduct(name, OPENING));
  const tills = [shop.till, await shop.secondTill()] as const;
  const waiting: readonly [Entry[], Entry[]] = [[], []];
  const deleted = new Set<number>();

  const deliver = async (till: 0 | 1, most = Infinity): Promise<void> => {
    const entries = waiting[till].splice(0, most);
    if (entries.length === 0) return;
    const { results } = await tills[till].deliver(entries);
    expect(results.map(({ state }) => state)).toEqual(entries.map(() => "accepted"));
  };
  const toLine = ({ product, quantity, priceMinor }: Sold): EntryLine => {
    const totalMinor = quantity * priceMinor;
    return line(ids[product] ?? UNKNOWN, quantity, {
      name: PRODUCTS[product] ?? "Unknown",
      listPriceMinor: priceMinor,
      unitPriceMinor: priceMinor,
      totalMinor,
      taxMinor: taxIncluded(totalMinor, TAX_BP),
    });
  };
  const perform = async (step: Step, index: number): Promise<void> => {
    if (step.is === "sale") {
      const lines = step.sold.map(toLine);
      const sums = soldLines(lines, { businessDate: DAY });
      const body = {
        ...sums,
        receiptNumber: index + 1,
        taxMinor: lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
        tax: { mode: "inclusive", rateBp: TAX_BP },
        tenders: [{ method: step.isCash ? "cash" : "mobile_money", amountMinor: sums.totalMinor }],
      };
      waiting[step.till].push(tills[step.till].entry("sale", body, { at: nowMs }));
      return;
    }
    if (deleted.has(step.product)) return;
    const id = ids[step.product] ?? "";
    if (step.is === "deletion") {
      deleted.add(step.product);
      await shop.ask("DELETE", `/api/products.php?id=${id}`, {});
    } else {
      const change = step.is === "count" ? { stock: step.to } : { price: step.minor / 100 };
      await shop.changeProduct(id, change);
    }
  };

  for (const [index, step] of steps.entries()) {
    nowMs = fromMs + STEP_MS * (index + 1);
    await perform(step, index);
    for (const till of [0, 1] as const) if (network(till, index)) await deliver(till);
  }
  nowMs += STEP_MS;
  while (waiting.some((entries) => entries.length > 0)) {
    await deliver(random() < 0.5 ? 0 : 1, 1 + Math.floor(random() * 5));
  }
  return figuresOf(shop, ids);
}

const Product = z.looseObject({ id: z.string() });

/** Everything that is counted, with names instead of ids. */
async function figuresOf(shop: Counter, ids: readonly string[]) {
  const nameOf = (id: string): string => PRODUCTS[ids.indexOf(id)] ?? "Unknown";
  const sales = await apis.query<{ receipt: number; flags: string[] | null }>(
    `select (data ->> 'receiptNumber')::int as receipt, meta -> 'flags' as flags
       from es.events where tenant_id = $1 and type = 'SaleRecorded' order by 1`,
    [shop.tenantId],
  );
  const moved = await apis.query<{ counted: number }>(
    `select count(*)::int as counted from es.events, json_array_elements(data -> 'lines') l
      where tenant_id = $1 and type = 'SaleRecorded' and (l ->> 'counted')::boolean`,
    [shop.tenantId],
  );
  const products = (await shop.report("product")).map((row) => Product.parse(row));
  return {
    counted: moved[0]?.counted ?? 0,
    figures: {
      stock: await Promise.all(ids.map((id) => shop.stockOf(id))),
      days: await shop.report("day"),
      payments: await shop.report("payment-method"),
      products: products
        .map(({ id, ...sums }) => ({ ...sums, id: nameOf(id) }))
        .toSorted((a, b) => a.id.localeCompare(b.id)),
      flags: sales.map(({ receipt, flags }) => [receipt, flags?.toSorted() ?? []]),
    },
  };
}

test(`TILL-52: stock, takings, tax, payments and flags do not depend on when two tills deliver (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const seen = { counted: 0, flags: new Set<unknown>() };
  for (let run = 0; run < RUNS; run += 1) {
    const steps = imagine(random);
    const [online, ...others] = networks(random);
    if (!online) throw new Error("no network");
    const expected = await live(steps, online, random);
    for (const network of others) {
      const { figures, counted } = await live(steps, network, random);
      expect(figures).toEqual(expected.figures);
      seen.counted += counted;
    }
    for (const flag of expected.figures.flags.flat(2)) seen.flags.add(flag);
  }
  // Histories in which nothing meets would prove nothing.
  expect(seen.counted).toBeGreaterThan(0);
  expect([...seen.flags]).toEqual(expect.arrayContaining(["old-price", "product-unknown"]));
}, 300_000);
