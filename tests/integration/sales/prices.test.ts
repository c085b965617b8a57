import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { counterOf } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";
import { row } from "#tests/scorecard/row.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
let milo: string;
let foreign: string;
let gone: string;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
  milo = await apis.addProduct("Milo", 1000);
  foreign = await apis.addProduct("Theirs", 10, "foreign owner");
  gone = await apis.addProduct("Gone", 5);
  await counter.remove("/api/products.php", gone);
});
afterAll(() => apis.close());

const PRICE = 4.5;
const item = () => ({ product_id: milo, quantity: 1, unit_price: PRICE });
const sold = (change: object, more: object = {}) => ({
  items: [{ ...item(), ...change }],
  client_sale_id: randomUUID(),
  ...more,
});
const literal = (text: string) => `@literal:${text}@`;

/** No price, no quantity, no amount. */
const PLAIN = [
  -1,
  -0.01,
  1.005,
  "NaN",
  "Infinity",
  "-4.50",
  "4,50",
  "1e3",
  "0x10",
  "\uFF14",
  true,
  [4.5],
  {},
];
const NO_NUMBERS = [
  ...PLAIN,
  ...["1e400", "-1e400", "9007199254740993", "-0", "1e21"].map(literal),
];
const NO_QUANTITIES = [...NO_NUMBERS, 0, 0.5, 1_000_001, "0", "1.0", null];
const NO_PRICES = [...NO_NUMBERS, 10_000_000, null];

type Tampering = readonly [body: object, as: Identity];

/** What no one may sell. */
const impossible = (): Tampering[] =>
  (
    [
      ...NO_QUANTITIES.map((quantity) => sold({ quantity })),
      ...NO_PRICES.map((unit_price) => sold({ unit_price })),
      ...NO_NUMBERS.map((amount) => sold({}, { discounts: [{ amount }] })),
      ...[...NO_NUMBERS.filter((n) => n !== 1.005), 1.0005, 100.01].map((percent) =>
        sold({}, { discounts: [{ percent }] }),
      ),
      ...NO_NUMBERS.map((amount) => sold({}, { tenders: [{ method: "cash", amount }] })),
      sold({}, { discounts: [{ amount: PRICE + 0.01 }] }),
      sold({}, { tenders: [{ method: "cash", amount: PRICE - 0.01 }] }),
      sold({ product_id: foreign }),
      sold({ product_id: gone }),
      sold({ product_id: randomUUID() }),
      { items: [], client_sale_id: randomUUID() },
    ] as const
  ).flatMap((body) => [[body, "owner"] as const, [body, "cashier"] as const]);

/** What only the people who set prices may sell. */
const altered = (as: Identity): Tampering[] =>
  [
    ...[0, 0.01, 4.49, 4.51, 9, 450].map((unit_price) => sold({ unit_price })),
    ...[0.01, 1, 4.5].map((amount) => sold({}, { discounts: [{ amount }] })),
    ...[0.01, 5, 100].map((percent) => sold({}, { discounts: [{ percent }] })),
  ].map((body) => [body, as]);

async function accepted(tampering: readonly Tampering[]): Promise<Tampering[]> {
  const taken: Tampering[] = [];
  for (const [body, as] of tampering) {
    const answer = await apis.ask("POST", "/api/sales.php", { as, text: toJson(body) });
    expect([body, as, answer.status < 500]).toEqual([body, as, true]);
    if (answer.status < 400) taken.push([body, as]);
  }
  return taken;
}

const negativeTotals = async (): Promise<number> => {
  const [counted] = await apis.query<{ n: number }>(
    `select count(*)::int as n from es.events
      where type = 'SaleRecorded' and (data ->> 'totalMinor')::bigint < 0`,
  );
  return counted?.n ?? Number.NaN;
};

row(12, "tampered prices, quantities and discounts", async ({ figure, control }) => {
  const before = await written(apis);
  const tried = [...impossible(), ...altered("cashier")];
  expect(tried.length).toBeGreaterThan(200);
  const taken = await accepted(tried);
  expect(taken).toEqual([]);
  expect(await written(apis)).toEqual(before);
  figure(`accepted of ${tried.length} tampered sales`, taken.length, { exactly: 0 });
  figure("sales with a negative total", await negativeTotals(), { exactly: 0 });

  // The same sales by a person whose right is the protection that is missing here.
  const allowed = altered("manager");
  const byManager = await accepted(allowed);
  control(`accepted of ${allowed.length} by a manager`, byManager.length, {
    exactly: allowed.length,
  });
});

test("prices and discounts that differ from the shop's are refused, or stored with the list price for people who may set them", async () => {
  const refusals = [
    [sold({ unit_price: -4.5 }), "owner", 400],
    [sold({ unit_price: 4.49 }), "cashier", 403],
    [sold({ unit_price: 4.51 }), "cashier", 403],
    [sold({}, { discounts: [{ amount: 1 }] }), "cashier", 403],
    [sold({}, { discounts: [{ amount: -1 }] }), "owner", 400],
    [sold({}, { discounts: [{ percent: -5 }] }), "owner", 400],
    [sold({}, { discounts: [{ amount: 100 }] }), "owner", 409],
    [sold({}, { tenders: [{ method: "cash", amount: -4.5 }] }), "owner", 400],
    [sold({ product_id: foreign }), "owner", 404],
    [sold({ product_id: gone }), "owner", 409],
  ] as const;
  const before = await written(apis);
  for (const [body, as, status] of refusals) {
    const answer = await counter.post("/api/sales.php", body, as);
    expect([body, as, answer.status]).toEqual([body, as, status]);
  }
  expect(await written(apis)).toEqual(before);

  const cheaper = idOf(await counter.post("/api/sales.php", sold({ unit_price: 4 }), "manager"));
  expect(await counter.sale(cheaper)).toMatchObject({
    items: [{ list_price: 4.5, unit_price: 4 }],
  });
  expect(await negativeTotals()).toBe(0);
});
