import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf, type AskOptions } from "./ask.ts";
import { lastOf, logOf, stockOf, typesOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const URL = "/api/products.php";
const post = (body: object, asking: AskOptions = {}) => shops.ask("POST", URL, { ...asking, body });
const put = (body: object, asking: AskOptions = {}) => shops.ask("PUT", URL, { ...asking, body });
const remove = (id: string) => shops.ask("DELETE", `${URL}?id=${id}`);
const move = (body: object) => shops.ask("POST", "/api/v1/stock-movements", { body });

describe("adding a product", () => {
  test("answers with its id and stock, and writes one event with its opening stock", async () => {
    const answer = await post({ name: "Milo 400g", description: "Tin", price: 62.5, stock: 12 });
    const id = idOf(answer);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: "Product added",
      data: { id, stock: 12 },
    });
    const data = {
      productId: id,
      name: "Milo 400g",
      description: "Tin",
      priceMinor: 6250,
      currency: "GHS",
      openingStock: 12,
    };
    expect(await logOf(shops, id)).toEqual([
      {
        type: "ProductAdded",
        data,
        meta: {
          source: "legacy",
          requestId: answer.headers["x-request-id"],
          sid: expect.any(String),
          ip: expect.stringMatching(/^sealed:v1:/),
        },
        effects: { stock: [[id, 12, 12]], counters: [["products", expect.any(Number)]] },
      },
    ]);
    expect(await stockOf(shops, id)).toBe(12);
  });

  test("marks a request with a key as the web app's", async () => {
    const key = randomUUID();
    const id = idOf(
      await post({ name: "Tea", price: 1, stock: 0 }, { headers: { "idempotency-key": key } }),
    );
    expect((await lastOf(shops, id))?.meta).toMatchObject({ source: "web" });
  });

  test("refuses an opening stock below 0 with the text of the specification", async () => {
    const before = await written(shops);
    const answer = await post({ name: "Tea", price: 1, stock: -1 });
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("stock-below-zero", "Cannot reduce stock below 0"),
    ]);
    expect(await written(shops)).toEqual(before);
  });
});

describe("changing a product", () => {
  test("writes an event for each kind of change, and none for equal values", async () => {
    const id = await shops.addProduct("Sugar", 5);
    const answer = await put({ id, name: "Sugar 1kg", price: 5, stock: 7 });

    expect(answer.body).toEqual({
      success: true,
      message: "Product updated",
      data: { id, stock: 7 },
    });
    expect((await logOf(shops, id)).slice(1)).toMatchObject([
      {
        type: "ProductDetailsChanged",
        data: { productId: id, changes: { name: { from: "Sugar", to: "Sugar 1kg" } } },
      },
      { type: "ProductRepriced", data: { fromMinor: 450, toMinor: 500, currency: "GHS" } },
      { type: "StockCounted", data: { to: 7 }, effects: { stock: [[id, 2, 7]] } },
    ]);

    const same = await put({ id, name: "Sugar 1kg", price: "5.00", stock: "7" });
    expect(same.body).toEqual({ success: true, message: "Product updated", data: { id } });
    expect(await typesOf(shops, id)).toHaveLength(4);
  });

  test("ignores absent and '' values, and clears a description with null", async () => {
    const id = idOf(await post({ name: "Rice", description: "Bag", price: 9, stock: 1 }));
    await put({ id, description: "", price: 9 });
    expect(await typesOf(shops, id)).toEqual(["ProductAdded"]);
    await put({ id, description: null });
    expect(await lastOf(shops, id)).toMatchObject({
      data: { changes: { description: { from: "Bag", to: null } } },
    });
  });

  test("PROD-08, API-11: refuses a count made from an outdated stock", async () => {
    const id = await shops.addProduct("Gari", 10);
    await shops.sell([[id, 1]]);
    const before = await written(shops);

    const stale = await put({ id, name: "Gari 1kg", stock: 15, expected_stock: 10 });
    expect([stale.status, stale.body]).toEqual([
      409,
      failure("stock-changed", "The stock was changed since you opened it. Reload and try again."),
    ]);
    expect(await written(shops)).toEqual(before);

    // Also when the count happens to equal the stock.
    expect((await put({ id, stock: 9, expected_stock: 10 })).status).toBe(409);
    expect((await put({ id, stock: 15, expected_stock: 9 })).status).toBe(200);
    expect(await stockOf(shops, id)).toBe(15);
  });

  test("counts without an expected stock, and the log records what was overwritten and by whom", async () => {
    const id = await shops.addProduct("Oil", 10);
    await shops.sell([[id, 4]]);
    await put({ id, stock: 10 });
    expect(await lastOf(shops, id)).toMatchObject({
      type: "StockCounted",
      data: { to: 10 },
      effects: { stock: [[id, 4, 10]] },
    });
  });

  test("refuses a count below 0", async () => {
    const id = await shops.addProduct("Soap", 3);
    const answer = await put({ id, stock: "-1" });
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("stock-below-zero", "Cannot reduce stock below 0"),
    ]);
    expect(await stockOf(shops, id)).toBe(3);
  });

  test("refuses a version other than that of If-Match", async () => {
    const id = await shops.addProduct("Bread", 3);
    const match = (version: string) => ({ headers: { "if-match": version } });
    expect((await put({ id, name: "Bread, butter" }, match('"1"'))).status).toBe(200);
    const before = await written(shops);
    const stale = await put({ id, name: "Bread, sugar" }, match('"1"'));
    expect([stale.status, stale.body]).toEqual([
      412,
      failure("version-mismatch", "This was changed since you opened it. Reload and try again."),
    ]);
    expect(await written(shops)).toEqual(before);
    expect((await put({ id, name: "Bread, sugar" }, match("1"))).status).toBe(400);
    expect((await put({ id, name: "Bread, sugar" }, match("*"))).status).toBe(400);
    expect((await put({ id, name: "Bread, sugar" }, match('"2"'))).status).toBe(200);
  });

  test("lets one of two edits win that saw the same version", async () => {
    const id = await shops.addProduct("Eggs", 3);
    const answers = await Promise.all(
      ["A", "B"].map((name) => put({ id, name }, { headers: { "if-match": '"1"' } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(await typesOf(shops, id)).toEqual(["ProductAdded", "ProductDetailsChanged"]);
  });
});

describe("deleting a product", () => {
  test("archives it once, however often it is requested", async () => {
    const id = await shops.addProduct("Kalyppo", 4);
    const gone = { success: true, message: "Product deleted", data: { id } };
    expect((await remove(id)).body).toEqual(gone);
    expect((await remove(id)).body).toEqual(gone);
    expect(await typesOf(shops, id)).toEqual(["ProductAdded", "ProductArchived"]);
  });

  test("PROD-14: prevents changes, stock movements and sales", async () => {
    const id = await shops.addProduct("Sobolo", 4);
    await remove(id);
    const before = await written(shops);
    const deleted = failure("product-archived", "This product was deleted.");
    expect((await put({ id, name: "B" })).body).toEqual(deleted);
    expect((await move({ product_id: id, type: "add", quantity: 1 })).body).toEqual(deleted);
    const sale = await shops.sell([[id, 1]]);
    expect([sale.status, sale.body]).toEqual([
      409,
      failure("product-archived", "Sobolo was deleted and cannot be sold."),
    ]);
    expect(await written(shops)).toEqual(before);
  });
});
