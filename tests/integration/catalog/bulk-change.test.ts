import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { BULK_CHANGE_PATH } from "#kernel/contract/api/bulk-change.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { openTenant, type TestTenant } from "#tests/integration/tills/tills.ts";

let apis: Apis;
let shop: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  [shop, other] = [await openTenant(apis), await openTenant(apis)];
});

type Person = Parameters<TestTenant["call"]>[0];
const List = success(z.array(ProductItem));

async function add(of: TestTenant, name: string, more: object = {}): Promise<string> {
  const body = { name, price: 4.5, stock: 5, ...more };
  const answer = await of.call("owner", "POST", "/api/products.php", { body });
  expect(answer.status).toBe(200);
  return idOf(answer);
}

const listed = async (of: TestTenant, query = ""): Promise<readonly ProductItem[]> =>
  List.parse((await of.call("owner", "GET", `/api/products.php${query}`)).body).data;

type Changing = Readonly<{ as?: Person; key?: string }>;

const change = (of: TestTenant, body: object, { as = "owner", key }: Changing = {}) =>
  of.call(as, "POST", BULK_CHANGE_PATH, {
    body,
    headers: { "idempotency-key": key ?? randomUUID() },
  });

const all = (ids: readonly string[], version = 1) => ids.map((id) => ({ id, version }));

/** What was written about products since they were added. */
const eventsOf = ({ tenantId }: TestTenant) =>
  apis.query<{ type: string; product: string; command_id: string }>(
    `select type, data ->> 'productId' as product, command_id from es.events
      where tenant_id = $1 and stream_type = 'product' and type <> 'ProductAdded' order by seq`,
    [tenantId],
  );

describe("many products", () => {
  test("PROD-62: get a category, a low-stock level or a price, with one event for each, in one command", async () => {
    const ids = [await add(shop, "Milo"), await add(shop, "Gari"), await add(shop, "Sugar")];
    const [milo = "", gari = "", sugar = ""] = ids;
    const category = await change(shop, {
      change: "category",
      category: "Groceries",
      products: all(ids),
    });
    expect(category).toMatchObject({ status: 200, body: { data: { changed: 3 } } });
    await change(shop, { change: "reorder-point", reorder_point: 12, products: all([milo], 2) });
    const products = [
      { id: milo, version: 3, price: 5 },
      { id: gari, version: 2, price: 5.05 },
      // As before: no event.
      { id: sugar, version: 2, price: 4.5 },
    ];
    const prices = await change(shop, { change: "price", products });
    expect(prices).toMatchObject({ status: 200, body: { data: { changed: 2 } } });
    const list = await listed(shop);
    expect(
      Object.fromEntries(
        list.map(({ name, ...of }) => [name, [of.category, of.price, of.reorder_point]]),
      ),
    ).toEqual({
      Milo: ["Groceries", 5, 12],
      Gari: ["Groceries", 5.05, null],
      Sugar: ["Groceries", 4.5, null],
    });
    const events = await eventsOf(shop);
    expect(events.map(({ type }) => type)).toEqual([
      "ProductDetailsChanged",
      "ProductDetailsChanged",
      "ProductDetailsChanged",
      "ProductDetailsChanged",
      "ProductRepriced",
      "ProductRepriced",
    ]);
    expect(new Set(events.map(({ command_id }) => command_id)).size).toBe(3);
  });

  test("PROD-62: a low-stock level is in sale units, also of a product that is sold in parts", async () => {
    const cloth = await add(shop, "Cloth", { unit: { name: "yard", per_unit: 100 } });
    await change(shop, { change: "reorder-point", reorder_point: 3, products: all([cloth]) });
    expect((await listed(shop))[0]?.reorder_point).toBe(3);
    await change(shop, { change: "reorder-point", reorder_point: null, products: all([cloth], 2) });
    expect((await listed(shop))[0]?.reorder_point).toBeNull();
  });

  test("PROD-62: are deleted together, and can be restored one by one", async () => {
    const ids = [await add(shop, "Milo"), await add(shop, "Gari")];
    const answer = await change(shop, { change: "delete", products: all(ids) });
    expect(answer).toMatchObject({ status: 200, body: { data: { changed: 2 } } });
    expect(await listed(shop)).toEqual([]);
    const url = `/api/v1/products/${ids[0]}/restore`;
    expect((await shop.call("owner", "POST", url, { body: {} })).status).toBe(200);
    expect((await listed(shop)).map(({ name }) => name)).toEqual(["Milo"]);
  });

  test("PROD-68: that were deleted together are restored together, as that deletion left them", async () => {
    const ids = [await add(shop, "Milo"), await add(shop, "Gari")];
    await change(shop, { change: "delete", products: all(ids) });
    const restore = { change: "restore", products: all(ids, 2) };
    expect(await change(other, restore)).toMatchObject({ status: 404 });
    expect(await change(shop, restore, { as: "stock_keeper" })).toMatchObject({ status: 403 });
    expect(await change(shop, { ...restore, products: all(ids) })).toMatchObject({ status: 412 });
    expect(await listed(shop)).toEqual([]);
    const key = randomUUID();
    const first = await change(shop, restore, { key });
    expect(first).toMatchObject({ status: 200, body: { data: { changed: 2 } } });
    expect((await change(shop, restore, { key })).body).toEqual(first.body);
    expect((await listed(shop)).map(({ name, stock }) => `${name} ${stock}`).toSorted()).toEqual([
      "Gari 5",
      "Milo 5",
    ]);
    expect((await eventsOf(shop)).map(({ type }) => type)).toEqual([
      "ProductArchived",
      "ProductArchived",
      "ProductRestored",
      "ProductRestored",
    ]);
    // One of them was restored by itself meanwhile.
    const [milo = ""] = ids;
    await change(shop, { change: "delete", products: all(ids, 3) });
    await shop.call("owner", "POST", `/api/v1/products/${milo}/restore`, { body: {} });
    expect(await change(shop, { change: "restore", products: all(ids, 4) })).toMatchObject({
      status: 412,
    });
    expect((await listed(shop)).map(({ name }) => name)).toEqual(["Milo"]);
  });

  test("PROD-68: are restored only if the plan has room for all of them", async () => {
    const ids = [await add(shop, "Milo"), await add(shop, "Gari")];
    await change(shop, { change: "delete", products: all(ids) });
    await apis.query(
      `update es.stream_heads set state = jsonb_set(state::jsonb, '{trialUntil}', '"2000-01-01"')::json
        where tenant_id = $1 and stream_id = $1`,
      [shop.tenantId],
    );
    await apis.query(
      "update es.counters set value = 99 where tenant_id = $1 and name = 'products'",
      [shop.tenantId],
    );
    const restore = { change: "restore", products: all(ids, 2) };
    expect(await change(shop, restore)).toMatchObject({
      status: 409,
      body: { code: "plan-limit-reached" },
    });
    expect(await listed(shop)).toEqual([]);
  });

  test("PROD-63: are all changed or none: one that was changed, deleted or is not there refuses all", async () => {
    const [milo, gari, gone] = [
      await add(shop, "Milo"),
      await add(shop, "Gari"),
      await add(shop, "Gone"),
    ];
    await shop.call("owner", "PUT", "/api/products.php", { body: { id: gari, price: 6 } });
    await shop.call("owner", "DELETE", `/api/products.php?id=${gone}`, { body: {} });
    const theirs = await add(other, "Theirs");
    const before = await eventsOf(shop);
    const to = (products: readonly object[]) =>
      change(shop, { change: "category", category: "Drinks", products });
    const statuses = [
      await to(all([milo, gari])),
      await to([...all([milo]), ...all([gone], 2)]),
      await to(all([milo, theirs])),
      await to(all([milo, randomUUID()])),
      await to(all([milo, "milo"])),
      await to(all([milo, milo])),
    ].map(({ status }) => status);
    expect(statuses).toEqual([412, 409, 404, 404, 404, 400]);
    expect(await eventsOf(shop)).toEqual(before);
    expect(await eventsOf(other)).toEqual([]);
  });

  test("PROD-63: the same request again changes nothing more and gets the same answer", async () => {
    const [ids, key] = [[await add(shop, "Milo"), await add(shop, "Gari")], randomUUID()];
    const body = { change: "category", category: "Drinks", products: all(ids) };
    const first = await change(shop, body, { key });
    const second = await change(shop, body, { key });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await eventsOf(shop)).toHaveLength(2);
    const otherBody = { ...body, category: "Food" };
    expect((await change(shop, otherBody, { key })).status).toBe(422);
  });

  test("PROD-64: needs the rights of a single change", async () => {
    const id = await add(shop, "Milo");
    const price = { change: "price", products: [{ id, version: 1, price: 5 }] };
    const gone = { change: "delete", products: all([id]) };
    const category = { change: "category", category: "Drinks", products: all([id]) };
    const statusOf = async (body: object, as: Person) => (await change(shop, body, { as })).status;
    for (const as of ["cashier", "accountant", "auditor"] as const) {
      expect(await statusOf(category, as)).toBe(403);
    }
    expect(await statusOf(price, "stock_keeper")).toBe(403);
    expect(await statusOf(gone, "stock_keeper")).toBe(403);
    expect(await eventsOf(shop)).toEqual([]);
    expect(await statusOf(category, "stock_keeper")).toBe(200);
  });

  test("PROD-63: are at most 500 at once, and 500 are changed", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `Product ${index},4.50`);
    const imported = await shop.call("owner", "POST", "/api/v1/products/import", {
      body: { csv: ["name,price", ...rows].join("\n") },
    });
    expect(imported.status).toBe(200);
    const products = (await listed(shop)).map(({ id, version }) => ({ id, version, price: 5 }));
    expect(products).toHaveLength(500);
    const more = [...products, { id: randomUUID(), version: 1, price: 5 }];
    expect((await change(shop, { change: "price", products: more })).status).toBe(400);
    expect(await change(shop, { change: "price", products })).toMatchObject({
      status: 200,
      body: { data: { changed: 500 } },
    });
    expect((await listed(shop)).every(({ price }) => price === 5)).toBe(true);
  });
});
