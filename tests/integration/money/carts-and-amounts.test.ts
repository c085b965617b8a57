import { afterAll, beforeAll, expect, test } from "vitest";

import { PriceInput } from "#kernel/contract/api/fields.ts";
import { sumCart } from "#kernel/contract/cart.ts";
import {
  formatMoney,
  MAX_PRICE_MINOR,
  parseMinor,
  toDecimal,
  toDecimalText,
  toMinor,
} from "#kernel/contract/money.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { row } from "#tests/scorecard/row.ts";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

/** For a busy machine. */
const LONG_MS = 240_000;
const CARTS = 100_000;
/** What one statement can sum within its timeout. */
const BATCH = 10_000;
const RATES = [0, 1, 250, 1250, 1500, 2000, 2100, 10_000];

function anyCart(random: Random) {
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  return {
    taxRateBp: RATES[upTo(RATES.length - 1)] ?? 0,
    taxMode: random() < 0.5 ? ("inclusive" as const) : ("exclusive" as const),
    percentMilli: random() < 0.5 ? 0 : 1 + upTo(99_999),
    items: Array.from({ length: 1 + upTo(2) }, () => ({
      unitPriceMinor: random() < 0.1 ? upTo(MAX_PRICE_MINOR) : upTo(20_000),
      quantity: 1 + upTo(11),
      perUnit: random() < 0.2 ? 12 : 1,
    })),
  };
}

/** How many carts of a batch Postgres sums differently. */
async function differing(random: Random): Promise<number> {
  const columns: Record<"cart" | "rate" | "price" | "quantity" | "per" | "off" | "top", number[]> =
    {
      cart: [],
      rate: [],
      price: [],
      quantity: [],
      per: [],
      off: [],
      top: [],
    };
  const ours: Record<"total" | "tax" | "off", number[]> = { total: [], tax: [], off: [] };
  for (let cart = 0; cart < BATCH; cart++) {
    const { items, percentMilli, taxMode, taxRateBp } = anyCart(random);
    for (const { unitPriceMinor, quantity, perUnit } of items) {
      columns.cart.push(cart);
      columns.rate.push(taxRateBp);
      columns.price.push(unitPriceMinor);
      columns.quantity.push(quantity);
      columns.per.push(perUnit);
      columns.off.push(percentMilli);
      columns.top.push(taxMode === "exclusive" ? 1 : 0);
    }
    const discounts = percentMilli === 0 ? [] : [{ percentMilli }];
    const sums = sumCart({ items, discounts, taxRateBp, taxMode });
    if (typeof sums === "string") throw new Error(sums);
    ours.total.push(sums.totalMinor);
    ours.tax.push(sums.taxMinor);
    ours.off.push(sums.lines.reduce((all, line) => all + line.discountMinor, 0));
  }
  const [found] = await db.query<{ different: number; carts: number }>(
    `with gross as (
       select cart, rate, off, top, round(price::numeric * quantity / per) as gross
         from unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::int[], $6::int[], $7::int[])
              l (cart, rate, price, quantity, per, off, top)),
     net as (select *, round(gross * (100000 - off) / 100000) as net from gross),
     lines as (
       select *, case when top = 1 then round(net * rate / 10000) else round(net * rate / (10000 + rate)) end as tax
         from net),
     carts as (
       select cart, sum(net + tax * top) as total, sum(tax) as tax, sum(gross - net) as off from lines group by cart),
     ours as (select i - 1 as cart, total, tax, off
                from unnest($8::bigint[], $9::bigint[], $10::bigint[]) with ordinality o (total, tax, off, i))
     select (count(*) filter (where (c.total, c.tax, c.off) is distinct from (o.total, o.tax, o.off)))::int as different,
            count(*)::int as carts
       from carts c full join ours o using (cart)`,
    [...Object.values(columns), ours.total, ours.tax, ours.off],
  );
  expect(found?.carts).toBe(BATCH);
  return found?.different ?? BATCH;
}

type AnyCart = ReturnType<typeof anyCart>;
type GoldenCart = readonly [prices: readonly number[], percentMilli: number, rateBp: number];

/** Carts that other programs got wrong, in pesewas, with the sums that are right. */
const GOLDEN: readonly (readonly [GoldenCart, totalMinor: number, taxMinor: number])[] = [
  [[[148, 148, 148, 148, 152, 154, 39], 0, 2100], 1133, 196],
  [[[5555, 1111], 0, 2300], 8200, 1534],
  [[[230], 5000, 0], 219, 0],
  [[[82_900], 96_019, 0], 3300, 0],
];

/** How many golden carts have other sums. */
const wrongGolden = (): number =>
  GOLDEN.filter(([[prices, percentMilli, taxRateBp], totalMinor, taxMinor]) => {
    // One line for each price, except four pieces at 1.48.
    const items = [...Map.groupBy(prices, (price) => price)].map(([unitPriceMinor, same]) => ({
      unitPriceMinor,
      quantity: same.length,
    }));
    const discounts = percentMilli === 0 ? [] : [{ percentMilli }];
    const sums = sumCart({ items, discounts, taxRateBp, taxMode: "exclusive" });
    return typeof sums === "string" || sums.totalMinor !== totalMinor || sums.taxMinor !== taxMinor;
  }).length;

/** The same cart in floating decimals, rounded only where they are stored. */
function floatTotal({ items, percentMilli, taxMode, taxRateBp }: AnyCart): number {
  const total = items.reduce((sum, { unitPriceMinor, quantity, perUnit }) => {
    const gross = ((unitPriceMinor / 100) * quantity) / perUnit;
    const net = gross * (1 - percentMilli / 100_000);
    return sum + (taxMode === "exclusive" ? net * (1 + taxRateBp / 10_000) : net);
  }, 0);
  return Math.round(total * 100);
}

function driftOfFloats(random: Random, carts: number): number {
  let different = 0;
  for (let cart = 0; cart < carts; cart++) {
    const drawn = anyCart(random);
    const discounts = drawn.percentMilli === 0 ? [] : [{ percentMilli: drawn.percentMilli }];
    const sums = sumCart({ ...drawn, discounts });
    if (typeof sums === "string") throw new Error(sums);
    if (floatTotal(drawn) !== sums.totalMinor) different += 1;
  }
  return different;
}

row(
  27,
  "100,000 carts with discounts, parts and both kinds of tax equal Postgres numeric",
  async ({ seed, figure, control }) => {
    const random = createRandom(seed);
    let different = 0;
    for (let carts = 0; carts < CARTS; carts += BATCH) different += await differing(random);
    figure(`carts of ${CARTS} that differ`, different, { exactly: 0 });
    figure("golden carts with other sums", wrongGolden(), { exactly: 0 });
    control(`carts of ${BATCH} that differ in floats`, driftOfFloats(random, BATCH), {
      atLeast: 1,
    });
  },
  LONG_MS,
);

test(
  "every amount from 0.00 to 99,999.99 and at the limits comes back unchanged",
  () => {
    let wrong = 0;
    const check = (minor: number): void => {
      const isSame =
        parseMinor(toDecimalText(minor)) === minor && toMinor(toDecimal(minor)) === minor;
      if (!isSame) wrong += 1;
    };
    for (let minor = 0; minor < 10_000_000; minor++) check(minor);
    for (const edge of [MAX_PRICE_MINOR, 99_999_999_999_999, -1, -10_000_000]) check(edge);
    process.stdout.write(`${wrong} of 10,000,004 amounts changed in a round trip
`);
    expect(wrong).toBe(0);
  },
  LONG_MS,
);

test("MONEY-05: a text that is not an amount is refused", () => {
  const none = [
    "0.001",
    0.001,
    "1,000",
    "１０",
    "1e2",
    "+5",
    "",
    " ",
    null,
    undefined,
    "-",
    ".5",
    "5.",
    "0x10",
    true,
    [1],
    {},
    "1 000",
    "NaN",
    "Infinity",
    "−5",
    "1.2.3",
  ];
  const taken = none.filter((value) => PriceInput.safeParse(value).success);
  process.stdout.write(`${none.length - taken.length} of ${none.length} refused\n`);
  expect(taken).toEqual([]);
});

test("MONEY-04: no currency and no format has a negative zero", () => {
  const shown = (["GHS", "USD", "EUR", "GBP"] as const).flatMap((currency) =>
    [0, -0, parseMinor("-0.00") ?? Number.NaN].map((minor) => formatMoney(minor, currency)),
  );
  const texts = [-0, 0].flatMap((minor) => [toDecimalText(minor), String(toDecimal(minor))]);
  const wrong = [...shown, ...texts].filter(
    (text) => /-/.test(text) || Object.is(Number(text), -0),
  );
  process.stdout.write(`${wrong.length} of ${shown.length + texts.length} show a sign\n`);
  expect(wrong).toEqual([]);
  expect(Object.is(parseMinor("-0.00"), -0)).toBe(false);
  expect(PriceInput.safeParse("-0").success).toBe(false);
});
