import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import { lastOf, stockOf, typesOf } from "#tests/integration/command-api/routes/log-of.ts";

import { counterOf, listOf, thingOf } from "./counter.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());

const PRODUCTS = "/api/products.php";
const CUSTOMERS = "/api/customers.php";
const productOf = async (id: string) =>
  (await counter.list(PRODUCTS)).find((product) => product.id === id);

const FULL = {
  name: "Milo 400g",
  description: "Tin",
  price: 62.5,
  stock: 12,
  sku: "MILO-400",
  barcodes: ["6001068000012", "6001068000012", "6001068000029"],
  category: "Drinks",
  cost: "50.25",
  reorder_point: 4,
};

describe("the optional fields of a product", () => {
  test("are stored, shown, changed one by one and cleared by null", async () => {
    const id = idOf(await counter.post(PRODUCTS, FULL));
    expect(await productOf(id)).toMatchObject({
      ...FULL,
      barcodes: ["6001068000012", "6001068000029"],
      cost: 50.25,
      unit: null,
      version: 1,
    });

    await counter.put(PRODUCTS, { id, category: "Cocoa", sku: "", cost: null, barcodes: null });
    expect(await lastOf(apis, id)).toMatchObject({
      type: "ProductDetailsChanged",
      data: {
        changes: {
          category: { from: "Drinks", to: "Cocoa" },
          costMinor: { from: 5025, to: null },
          barcodes: { from: ["6001068000012", "6001068000029"], to: null },
        },
      },
    });
    const shown = { category: "Cocoa", sku: "MILO-400", cost: null, barcodes: [], version: 2 };
    expect(await productOf(id)).toMatchObject(shown);

    const same = { id, category: "Cocoa", sku: "MILO-400", reorder_point: 4, barcodes: null };
    await counter.put(PRODUCTS, same);
    expect(await typesOf(apis, id)).toHaveLength(2);
  });

  test("are absent when a legacy client sends them empty", async () => {
    const body = { name: "Tea", price: 1, stock: 0, sku: "", barcodes: "", unit: "", cost: "" };
    const id = idOf(await counter.post(PRODUCTS, { ...body, reorder_point: "", category: "" }));
    expect((await lastOf(apis, id))?.data).toEqual({
      productId: id,
      name: "Tea",
      priceMinor: 100,
      currency: "GHS",
      openingStock: 0,
    });
  });
});

describe("a product sold in parts", () => {
  const yard = { name: "yard", per_unit: 100 };

  test("MONEY-09: counts its stock in parts, and shows a legacy client whole units", async () => {
    const added = await counter.post(PRODUCTS, {
      name: "Wax print",
      price: 20,
      stock: 3,
      unit: yard,
    });
    const id = idOf(added);
    expect(thingOf(added)).toEqual({ id, stock: 3 });
    expect(await stockOf(apis, id)).toBe(300);

    await counter.post("/api/v1/stock-movements", {
      product_id: id,
      type: "subtract",
      quantity: 30,
      base_units: true,
    });
    expect(await productOf(id)).toMatchObject({ stock: 2, stock_exact: 270, unit: yard });

    // A legacy edit form sends the stock as shown: the 70 parts beyond whole units stay.
    await counter.put(PRODUCTS, { id, name: "Wax print 6", stock: 2, expected_stock: 2 });
    expect(await stockOf(apis, id)).toBe(270);
    expect(thingOf(await counter.put(PRODUCTS, { id, stock: 5 }))).toEqual({ id, stock: 5 });
    expect(await stockOf(apis, id)).toBe(500);
  });

  test("is not sold by a client that does not know parts, and sold by parts at the price of a unit", async () => {
    const id = idOf(
      await counter.post(PRODUCTS, { name: "Lace", price: 20, stock: 3, unit: yard }),
    );
    const item = { product_id: id, quantity: 1, unit_price: 20 };
    const legacy = await counter.post("/api/sales.php", { items: [item] });
    expect([legacy.status, legacy.body]).toEqual([
      409,
      failure("sold-in-parts", "Lace is sold in parts of a unit. Enter the number of parts."),
    ]);

    const items = [{ ...item, quantity: 133, base_units: true }];
    const sold = await counter.post("/api/sales.php", { items });
    expect(thingOf(sold)).toMatchObject({ total_amount: 26.6, item_count: 1 });
    expect(await stockOf(apis, id)).toBe(167);
    expect(await counter.sale(idOf(sold))).toMatchObject({
      items: [{ quantity: 133, unit_price: 20, total: 26.6, per_unit: 100 }],
    });
  });
});

describe.each([
  ["product", PRODUCTS, "products", { name: "Gari", price: 1, stock: 1 }],
  ["customer", CUSTOMERS, "customers", { first_name: "Ama", last_name: "Mensah" }],
] as const)("a deleted %s", (what, url, plural, body) => {
  test("is shown to those who may restore it, and restored once", async () => {
    const id = idOf(await counter.post(url, body));
    await counter.remove(url, id);
    const has = async (query: string) =>
      (await counter.list(`${url}${query}`)).some((one) => one.id === id);
    expect([await has(""), await has("?archived=true")]).toEqual([false, true]);

    const restore = `/api/v1/${plural}/${id}/restore`;
    for (const as of ["cashier", "stock_keeper", "accountant", "auditor"] as const) {
      expect((await counter.read(`${url}?archived=true`, as)).status).toBe(403);
      expect((await counter.post(restore, undefined, as)).status).toBe(403);
    }
    expect((await counter.post(restore, { force: true })).status).toBe(400);
    const missing = what === "product" ? "Product not found" : "Customer not found";
    for (const path of [
      restore.replace(id, "7"),
      restore.replace(/.{8}(?=\/restore)/, "ffffffff"),
    ]) {
      expect((await counter.post(path)).body).toEqual(failure(`${what}-not-found`, missing));
    }
    expect((await counter.post(restore, undefined, "foreign owner")).status).toBe(404);

    for (let time = 1; time <= 2; time++) {
      const answer = await counter.post(restore, time === 1 ? undefined : {});
      expect([answer.status, thingOf(answer)]).toEqual([200, { id }]);
    }
    expect([await has(""), await has("?archived=true")]).toEqual([true, false]);
    const types = await typesOf(apis, id);
    expect(types.map((type) => type.replace(/^[A-Z][a-z]+/, ""))).toEqual([
      "Added",
      "Archived",
      "Restored",
    ]);
  });
});

test("a tenant whose plan is full cannot restore a deleted product", async () => {
  const limited = await openApis();
  const till = counterOf(limited);
  const { tenantId, query } = limited;
  await query(
    `update es.stream_heads set state = jsonb_set(state::jsonb, '{trialUntil}', '"2000-01-01"')::json
      where tenant_id = $1 and stream_id = $1`,
    [tenantId],
  );
  const id = idOf(await till.post(PRODUCTS, { name: "Gone", price: 1, stock: 0 }));
  await till.remove(PRODUCTS, id);
  const rows = Array.from({ length: 100 }, (_, index) => `Thing ${index},1`).join("\n");
  expect((await till.upload("/api/v1/products/import", `name,price\n${rows}`)).status).toBe(200);

  const refused = await till.post(`/api/v1/products/${id}/restore`);
  expect([refused.status, refused.body]).toEqual([
    409,
    failure("plan-limit-reached", expect.any(String)),
  ]);
  expect(listOf(await till.read(`${PRODUCTS}?archived=true`))).toHaveLength(1);
  await limited.close();
});
