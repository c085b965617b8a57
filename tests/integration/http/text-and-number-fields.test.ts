import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { counterOf, thingOf } from "#tests/integration/catalog/counter.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Method } from "#tests/integration/command-api/routes/ask.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
let ids: Readonly<{ product: string; customer: string }>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
  ids = { product: await apis.addProduct("Milo", 1000), customer: await apis.addCustomer("Ama") };
});
afterAll(() => apis.close());

type Field = readonly [method: Method, url: string, field: string, cap: number, body: () => object];
const item = () => ({ product_id: ids.product, quantity: 1, unit_price: 4.5 });
const product = () => ({ name: "Tea", price: 1, stock: 0 });
const customer = () => ({ first_name: "Ama", last_name: "Mensah" });
const mail = (length: number): string => `${"a".repeat(length - 10)}@x.example`;

const FIELDS: readonly Field[] = [
  ["POST", "/api/products.php", "name", 200, product],
  ["POST", "/api/products.php", "description", 2000, product],
  ["POST", "/api/products.php", "sku", 64, product],
  ["POST", "/api/products.php", "category", 100, product],
  ["PUT", "/api/products.php", "name", 200, () => ({ id: ids.product })],
  ["PUT", "/api/products.php", "description", 2000, () => ({ id: ids.product })],
  ["PUT", "/api/products.php", "sku", 64, () => ({ id: ids.product })],
  ["PUT", "/api/products.php", "category", 100, () => ({ id: ids.product })],
  [
    "POST",
    "/api/v1/stock-movements",
    "reason",
    500,
    () => ({ product_id: ids.product, type: "add", quantity: 1 }),
  ],
  ["POST", "/api/customers.php", "first_name", 200, customer],
  ["POST", "/api/customers.php", "last_name", 200, customer],
  ["POST", "/api/customers.php", "phone", 32, customer],
  ["POST", "/api/customers.php", "address", 500, customer],
  ["PUT", "/api/customers.php", "first_name", 200, () => ({ id: ids.customer })],
  ["PUT", "/api/customers.php", "phone", 32, () => ({ id: ids.customer })],
  ["PUT", "/api/customers.php", "address", 500, () => ({ id: ids.customer })],
  [
    "POST",
    "/api/sales.php",
    "notes",
    2000,
    () => ({ items: [item()], client_sale_id: randomUUID() }),
  ],
];

test("every text accepts as many characters as its limit, and one more is refused", async () => {
  let taken = 0;
  let refused = 0;
  const ask = ([method, url, field, , body]: Field, value: string) =>
    apis.ask(method, url, { body: { ...body(), [field]: value } });
  for (const field of FIELDS) {
    const [, url, name, cap] = field;
    const [full, over] = [await ask(field, "é".repeat(cap)), await ask(field, "é".repeat(cap + 1))];
    expect([url, name, full.status, over.status]).toEqual([url, name, 200, 400]);
    taken += 1;
    refused += 1;
  }
  for (const [method, body] of [
    ["POST", customer()],
    ["PUT", { id: ids.customer }],
  ] as const) {
    const [full, over] = [mail(254), mail(255)].map((email) =>
      apis.ask(method, "/api/customers.php", { body: { ...body, email } }),
    );
    expect([(await full)?.status, (await over)?.status]).toEqual([200, 400]);
    taken += 1;
    refused += 1;
  }
  process.stdout.write(`${taken} fields full, ${refused} refused with one more\n`);
});

const literal = (text: string) => `@literal:${text}@`;
const NO_NUMBERS = [
  literal("1e400"),
  "NaN",
  "Infinity",
  literal("-0"),
  "-0",
  literal("9007199254740993"),
  true,
  [3],
  { a: 1 },
  "1e3",
  literal("0.30000000000000004"),
  "0x10",
  "1,000",
  "１０",
  " ",
  null,
  literal("1e21"),
];

describe("numbers are accepted exactly, or refused", () => {
  const send = (body: object) => apis.ask("POST", "/api/sales.php", { text: toJson(body) });
  const sale = (change: object) => ({
    items: [{ ...item(), ...change }],
    client_sale_id: randomUUID(),
  });
  const add = (change: object) =>
    apis.ask("POST", "/api/products.php", { text: toJson({ ...product(), ...change }) });

  test("a value that is no number is refused in every number field", async () => {
    const before = await written(apis);
    let refused = 0;
    for (const value of NO_NUMBERS) {
      for (const answer of [
        await send(sale({ quantity: value })),
        await send(sale({ unit_price: value })),
        await add({ price: value }),
        await add({ stock: value }),
        ...(value === null
          ? []
          : [await add({ cost: value }), await add({ reorder_point: value })]),
      ]) {
        expect([value, answer.status]).toEqual([value, 400]);
        refused += 1;
      }
    }
    expect(await written(apis)).toEqual(before);
    process.stdout.write(`${refused} of ${refused} refused, nothing written\n`);
  });

  test("numeric texts and exponents that are whole numbers are accepted", async () => {
    const sold = thingOf(await send(sale({ quantity: "5", unit_price: "4.50" })));
    expect(sold["total_amount"]).toBe(22.5);
    const thousand = thingOf(await send(sale({ quantity: literal("1e2") })));
    expect(thousand["total_amount"]).toBe(450);
  });

  test.each([0.001, "1.005", 10_000_000, "10000000.00", -0.01, "0.1.1"])(
    "a price of %j is refused",
    async (price) => {
      expect((await add({ price })).status).toBe(400);
      expect((await send(sale({ unit_price: price }))).status).toBe(400);
    },
  );

  test.each([0, 0.01, "9999999.99", 9_999_999.99])(
    "a price of %j is stored to the pesewa",
    async (price) => {
      const id = idOf(await add({ price, name: `Price ${price}` }));
      const [shown] = await counter.list(`/api/products.php?search=${id}`);
      expect(shown?.["price"]).toBe(Number(price));
    },
  );

  test.each([0, -1, 1.5, 1e9, 1_000_001, "0", "1.0"])(
    "a quantity of %j is refused",
    async (quantity) => {
      expect((await send(sale({ quantity }))).status).toBe(400);
      const move = { product_id: ids.product, type: "add", quantity };
      expect((await counter.post("/api/v1/stock-movements", move)).status).toBe(400);
    },
  );

  test("a stock beyond the limit and a sale of 201 items are refused", async () => {
    expect((await add({ stock: 2_147_483_648 })).status).toBe(400);
    expect((await add({ stock: 2_147_483_647, unit: { name: "bag", per_unit: 12 } })).status).toBe(
      409,
    );
    const items = Array.from({ length: 201 }, item);
    expect((await send({ items })).status).toBe(400);
    expect((await send({ items: items.slice(1) })).status).toBe(200);
  });
});
