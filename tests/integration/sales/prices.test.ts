import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
let milo: string;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
  milo = await apis.addProduct("Milo", 1000);
});
afterAll(() => apis.close());

const item = () => ({ product_id: milo, quantity: 1, unit_price: 4.5 });
const product = () => ({ name: "Tea", price: 1, stock: 0 });

test("prices and discounts that differ from the shop's are refused, or stored with the list price for people who may set them", async () => {
  const before = await written(apis);
  const sold = (change: object, more: object = {}) => ({
    items: [{ ...item(), ...change }],
    client_sale_id: randomUUID(),
    ...more,
  });
  const foreign = idOf(
    await counter.post("/api/products.php", { ...product(), name: "Theirs" }, "foreign owner"),
  );
  const gone = await apis.addProduct("Gone", 5);
  await counter.remove("/api/products.php", gone);
  const middle = await written(apis);
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
  for (const [body, as, status] of refusals) {
    const answer = await counter.post("/api/sales.php", body, as);
    expect([body, as, answer.status]).toEqual([body, as, status]);
  }
  expect(await written(apis)).toEqual(middle);
  expect(middle).not.toEqual(before);

  const cheaper = idOf(await counter.post("/api/sales.php", sold({ unit_price: 4 }), "manager"));
  expect(await counter.sale(cheaper)).toMatchObject({
    items: [{ list_price: 4.5, unit_price: 4 }],
  });
  const totals = await apis.query<{ n: number }>(
    `select count(*)::int as n from es.events where type = 'SaleRecorded' and (data ->> 'totalMinor')::bigint < 0`,
  );
  process.stdout.write(
    `${refusals.length} refused without effect, ${totals[0]?.n} negative totals
`,
  );
  expect(totals).toEqual([{ n: 0 }]);
});
