import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { idOf } from "./ask.ts";
import { lastOf, logOf, stockOf, typesOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const MARK = "Zprivileged";

/** Names that a client may not set. */
const PRIVILEGED = Object.fromEntries(
  (
    "tenant_id tenantId user_id actor_id role is_admin isAdmin admin status state version seq " +
    "stream_id created_at updated_at recorded_at deleted archived total total_amount totalMinor " +
    "tax_amount receipt_number cashier_id currency plan list_price discount effects on_hand owner"
  )
    .split(" ")
    .map((name) => [name, MARK]),
);

const sale = (product: string, more: object = {}) => ({
  items: [{ product_id: product, quantity: 1, unit_price: 4.5, ...PRIVILEGED }],
  ...more,
});

describe("a legacy route", () => {
  test("API-05: drops unknown fields on every level and acts as without them", async () => {
    const product = await shops.addProduct("Milo", 10);
    const customer = await shops.addCustomer("Ama");
    const ask = async (method: "POST" | "PUT" | "DELETE", url: string, body: object) => {
      const answer = await shops.ask(method, url, { body: { ...PRIVILEGED, ...body } });
      expect([method, url, answer.status]).toEqual([method, url, 200]);
      return idOf(answer);
    };
    const added = await ask("POST", "/api/products.php", { name: "Tea", price: 1, stock: 2 });
    await ask("PUT", "/api/products.php", { id: product, name: "Milo 2" });
    await ask("POST", "/api/customers.php", { first_name: "A", last_name: "B" });
    await ask("PUT", "/api/customers.php", { id: customer, phone: "020" });
    const sold = await ask("POST", "/api/sales.php", sale(product));
    await ask("DELETE", `/api/sales.php?id=${sold}`, {});
    await ask("DELETE", `/api/products.php?id=${added}`, {});
    await ask("DELETE", `/api/customers.php?id=${customer}`, {});

    for (const table of ["es.events", "es.stream_heads"]) {
      const found = `select 1 from ${table} t where strpos(t::text, $1) > 0`;
      expect(await shops.query(found, [MARK])).toEqual([]);
    }
    expect(await typesOf(shops, sold)).toEqual(["SaleRecorded", "SaleVoided"]);
  });

  test("accepts numbers as texts, and '' and null as absent in optional fields", async () => {
    const answer = await shops.ask("POST", "/api/products.php", {
      body: { name: " Milo ", description: "", price: " 62.50 ", stock: "12" },
    });
    const product = idOf(answer);
    expect((await logOf(shops, product))[0]?.data).toEqual({
      productId: product,
      name: "Milo",
      priceMinor: 6250,
      currency: "GHS",
      openingStock: 12,
    });

    const sold = await shops.ask("POST", "/api/sales.php", {
      body: {
        customer_id: null,
        notes: "",
        occurred_at: "",
        client_sale_id: "",
        items: [{ product_id: product, quantity: "2", unit_price: "62.5" }],
      },
    });
    expect(sold.body).toMatchObject({
      data: { total_amount: 125, item_count: 1, unit_count: 2, payment_method: "cash" },
    });
    expect((await lastOf(shops, idOf(sold)))?.data).not.toHaveProperty("notes");

    const customer = await shops.ask("POST", "/api/customers.php", {
      body: { first_name: "Ama", last_name: "B", email: "", phone: null, address: " " },
    });
    const sealed: unknown = expect.stringContaining("sealed:");
    expect((await lastOf(shops, idOf(customer)))?.data).toEqual({
      customerId: idOf(customer),
      firstName: sealed,
      lastName: sealed,
    });
  });

  test("leaves a product unchanged when all other fields are empty", async () => {
    const id = await shops.addProduct("Milo", 10);
    const body = { id, name: "Milo", description: "", price: "", stock: "", expected_stock: "" };
    const answer = await shops.ask("PUT", "/api/products.php", { body });
    expect([answer.status, answer.body]).toMatchObject([200, { data: { id } }]);
    expect(await typesOf(shops, id)).toEqual(["ProductAdded"]);
    expect(await stockOf(shops, id)).toBe(10);
  });

  test("accepts 0 as a price and as a stock", async () => {
    const id = await shops.addProduct("Milo", 10);
    await shops.ask("PUT", "/api/products.php", { body: { id, price: "0", stock: 0 } });
    expect((await logOf(shops, id)).slice(1)).toMatchObject([
      { type: "ProductRepriced", data: { toMinor: 0 } },
      { type: "StockCounted", data: { to: 0 } },
    ]);
  });

  test.for([
    ["0.1", 10],
    [0.1, 10],
    [0.29, 29],
    ["19.99", 1999],
    [9_999_999.99, 999_999_999],
    [1, 100],
  ] as const)("reads the price %s as %s pesewas", async ([price, minor]) => {
    const body = { name: "Milo", price, stock: 0 };
    const answer = await shops.ask("POST", "/api/products.php", { body });
    expect(await lastOf(shops, idOf(answer))).toMatchObject({ data: { priceMinor: minor } });
  });
});

describe("a route of version 1", () => {
  test.for(Object.keys(PRIVILEGED))("API-05: refuses the unknown field %s", async (name) => {
    const product_id = await shops.addProduct("Milo", 10);
    const before = await written(shops);
    const moved = { product_id, type: "add", quantity: 1, [name]: MARK };
    const asked = [
      await shops.ask("POST", "/api/v1/stock-movements", { body: moved }),
      await shops.ask("POST", "/api/v1/logout", { body: { [name]: MARK } }),
    ];
    for (const { status, body } of asked) {
      expect([status, body]).toMatchObject([400, { code: "invalid-request" }]);
    }
    expect(await written(shops)).toEqual(before);
  });
});

test("no input changes the prototype of objects", async () => {
  const product = await shops.addProduct("Milo", 10);
  const bodies = [
    '{"__proto__":{"polluted":1},"name":"A","price":1,"stock":1}',
    '{"name":"A","price":1,"stock":1,"constructor":{"prototype":{"polluted":1}}}',
    `{"items":[{"product_id":"${product}","quantity":1,"unit_price":4.5,"__proto__":{"polluted":1}}]}`,
  ];
  const before = await written(shops);
  for (const url of ["/api/products.php", "/api/sales.php", "/api/customers.php"]) {
    for (const text of bodies) {
      const answer = await shops.ask("POST", url, { text });
      expect([url, text, answer.status]).toEqual([url, text, 400]);
    }
  }
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect(await written(shops)).toEqual(before);
  expect((await shops.ask("DELETE", `/api/products.php?id=${randomUUID()}`)).status).toBe(404);
});
