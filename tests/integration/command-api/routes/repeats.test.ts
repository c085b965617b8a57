import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type AskOptions, failure, idOf, type Method, statusAndText } from "./ask.ts";
import { written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const keyed = (key: string): AskOptions => ({ headers: { "idempotency-key": key } });

type Write = readonly [
  name: string,
  method: Method,
  url: string,
  body: (id: Readonly<Record<"product" | "customer" | "sale", string>>) => object | undefined,
];

const WRITES: readonly Write[] = [
  ["adding a product", "POST", "/api/products.php", () => ({ name: "A", price: 1, stock: 1 })],
  [
    "changing a product",
    "PUT",
    "/api/products.php",
    ({ product }) => ({ id: product, name: "New", stock: 77 }),
  ],
  ["deleting a product", "DELETE", "/api/products.php?id=product", () => undefined],
  [
    "moving stock",
    "POST",
    "/api/v1/stock-movements",
    ({ product }) => ({ product_id: product, type: "add", quantity: 1 }),
  ],
  ["adding a customer", "POST", "/api/customers.php", () => ({ first_name: "A", last_name: "B" })],
  [
    "changing a customer",
    "PUT",
    "/api/customers.php",
    ({ customer }) => ({ id: customer, phone: "020" }),
  ],
  ["deleting a customer", "DELETE", "/api/customers.php?id=customer", () => undefined],
  [
    "recording a sale",
    "POST",
    "/api/sales.php",
    ({ product, customer }) => ({
      customer_id: customer,
      notes: "Deliver",
      items: [{ product_id: product, quantity: 1, unit_price: 4.5 }],
    }),
  ],
  ["voiding a sale", "DELETE", "/api/sales.php?id=sale", () => undefined],
];

const otherThan = (url: string): object =>
  url.includes("/v1/") ? { quantity: 2 } : { name: "Other", notes: "Other", first_name: "Other" };

async function prepared([, method, path, bodyOf]: Write) {
  const product = await shops.addProduct("Milo", 9);
  const customer = await shops.addCustomer("Ama");
  const sale = idOf(await shops.sell([[product, 1]]));
  const ids = { product, customer, sale };
  const url = path.replace(
    /=(product|customer|sale)$/,
    (_all, kind: keyof typeof ids) => `=${ids[kind]}`,
  );
  const body = bodyOf(ids);
  return {
    ask: (asking: AskOptions) => shops.ask(method, url, { ...(body ? { body } : {}), ...asking }),
    other: (asking: AskOptions) =>
      body
        ? shops.ask(method, url, { body: { ...body, ...otherThan(url) }, ...asking })
        : shops.ask(method, url.replace(/=.*/, `=${randomUUID()}`), asking),
  };
}

describe.each(WRITES)("%s", (...write) => {
  test("API-10: with one key runs once and gets the same answer, byte for byte", async () => {
    const { ask } = await prepared(write);
    const key = randomUUID();
    const first = await ask(keyed(key));
    expect(first.status).toBe(200);
    const before = await written(shops);

    for (const again of [key, key.toUpperCase(), key]) {
      const answer = await ask(keyed(again));
      expect([answer.status, answer.text]).toEqual([200, first.text]);
    }
    expect(await written(shops)).toEqual(before);
  });

  test("with one key twenty times concurrently runs once and gets the same answer", async () => {
    const { ask } = await prepared(write);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(keyed(key))));
    expect(new Set(answers.map(statusAndText)).size).toBe(1);
    const [row] = await shops.query<{ n: number; events: number }>(
      `select count(*)::int as n, (select count(distinct seq)::int from es.events e
         where e.tenant_id = $1 and e.command_id = $2) as events
         from es.commands c where c.tenant_id = $1 and c.command_id = $2`,
      [shops.tenantId, key],
    );
    expect(row).toMatchObject({ n: 1 });
    expect(row?.events).toBeGreaterThan(0);
  });

  test("with the key of another request or person is refused with 422", async () => {
    const { ask, other } = await prepared(write);
    const key = randomUUID();
    expect((await ask(keyed(key))).status).toBe(200);
    const before = await written(shops);
    const reused = failure("key-reused", "This Idempotency-Key was used for another request.");

    for (const answer of [await other(keyed(key)), await ask({ ...keyed(key), as: "manager" })]) {
      expect([answer.status, answer.body]).toEqual([422, reused]);
    }
    expect(await written(shops)).toEqual(before);
  });

  test("accepts only a UUID as its key", async () => {
    const { ask } = await prepared(write);
    const before = await written(shops);
    const answer = await ask(keyed("1"));
    expect([answer.status, answer.body]).toMatchObject([400, { code: "invalid-request" }]);
    expect(await written(shops)).toEqual(before);
  });
});

test("the same key in two tenants is independent", async () => {
  const key = randomUUID();
  const body = { name: "Milo", price: 1, stock: 1 };
  const own = await shops.ask("POST", "/api/products.php", { body, ...keyed(key) });
  const foreign = await shops.ask("POST", "/api/products.php", {
    body,
    ...keyed(key),
    as: "foreign owner",
  });
  expect([own.status, foreign.status]).toEqual([200, 200]);
  expect(idOf(own)).not.toBe(idOf(foreign));
});

describe("a sale repeated because its answer was lost", () => {
  const HOUR_MS = 3_600_000;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

  test("SELL-37: sends its time, and is the same sale if the first request was recorded", async () => {
    const milo = await shops.addProduct("Milo", 9);
    const key = keyed(randomUUID());
    const first = await shops.sell([[milo, 1]], {}, { ...key, as: "cashier" });
    const before = await written(shops);
    // Also when it would be too late to record it.
    for (const hours of [0.1, 80]) {
      const again = await shops.sell(
        [[milo, 1]],
        { occurred_at: ago(hours) },
        { ...key, as: "cashier" },
      );
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    expect(await written(shops)).toEqual(before);
  });

  test("SELL-37: is recorded with its time if the first request was not", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const at = ago(20);
    const late = await shops.sell([[milo, 1]], { occurred_at: at }, keyed(randomUUID()));
    expect(late.body).toMatchObject({ data: { created_at: at } });
  });
});
