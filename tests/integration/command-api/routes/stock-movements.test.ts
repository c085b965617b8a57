import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf, PRICE } from "./ask.ts";
import { logOf, stockOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const move = (body: object) => shops.ask("POST", "/api/v1/stock-movements", { body });

describe("moving stock", () => {
  test("adds and subtracts", async () => {
    const id = await shops.addProduct("Matches", 10);
    const added = await move({ product_id: id, type: "add", quantity: "5", reason: "Delivery" });
    expect(added.body).toEqual({
      success: true,
      message: "Stock updated",
      data: { id, stock: 15 },
    });
    const taken = await move({ product_id: id, type: "subtract", quantity: 15 });
    expect(taken.body).toMatchObject({ data: { id, stock: 0 } });
    expect((await logOf(shops, id)).slice(1)).toMatchObject([
      {
        type: "StockAdjusted",
        data: { productId: id, delta: 5, reason: "Delivery" },
        effects: { stock: [[id, 5, 15]] },
      },
      { type: "StockAdjusted", data: { delta: -15 }, effects: { stock: [[id, -15, 0]] } },
    ]);
  });

  test("subtracts no more than the stock", async () => {
    const id = await shops.addProduct("Matches", 2);
    const before = await written(shops);
    const answer = await move({ product_id: id, type: "subtract", quantity: 3 });
    expect([answer.status, answer.body]).toEqual([
      409,
      failure("insufficient-stock", "Cannot reduce stock below 0"),
    ]);
    expect(await written(shops)).toEqual(before);
  });

  test("refuses more than the largest stock", async () => {
    const id = idOf(
      await shops.ask("POST", "/api/products.php", {
        body: { name: "Sand", price: PRICE, stock: 2_147_483_647 },
      }),
    );
    const answer = await move({ product_id: id, type: "add", quantity: 1 });
    expect([answer.status, answer.body]).toMatchObject([409, { code: "stock-too-large" }]);
  });

  test("INV-06: concurrent movements and sales invent and lose no unit", async () => {
    const id = await shops.addProduct("Water", 100);
    const both = Array.from({ length: 20 }, () => [
      move({ product_id: id, type: "add", quantity: 2 }),
      // A key each, because equal sales in flight without a key are one sale.
      shops.sell([[id, 3]], { client_sale_id: randomUUID() }),
    ]).flat();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(both.map(() => 200));
    expect(await stockOf(shops, id)).toBe(80);
  });
});
