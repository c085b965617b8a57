import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf, type Asking } from "./ask.ts";
import { lastOf, logOf, stockOf, typesOf, written } from "./log-of.ts";
import { openShops, type Shops } from "./shops.ts";

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops.close());

const DELETE = (query: string, asking: Asking = {}) =>
  shops.ask("DELETE", `/api/sales.php${query}`, asking);
const HOUR_MS = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

describe("recording a sale", () => {
  test("answers with its receipt and sums, and writes one event that moves the stock", async () => {
    const [milo, tea] = [await shops.addProduct("Milo", 10), await shops.addProduct("Tea", 5)];
    const items = [[milo, 2] as const, [tea, 1] as const, [milo, 1] as const];
    const answer = await shops.sell(items, { payment_method: "mobile_money", customer_id: "" });
    const id = idOf(answer);

    expect(answer.body).toEqual({
      success: true,
      message: "Sale recorded",
      data: {
        id,
        receipt_number: expect.stringMatching(/^1-1-\d+$/),
        total_amount: 18,
        tax_amount: 0,
        currency: "GHS",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        item_count: 4,
        payment_method: "mobile_money",
      },
    });
    const line = (productId: string, name: string, quantity: number) => ({
      productId,
      name,
      quantity,
      listPriceMinor: 450,
      unitPriceMinor: 450,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: quantity * 450,
    });
    const [event, ...more] = await logOf(shops, id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "SaleRecorded",
      data: {
        saleId: id,
        lines: [line(milo, "Milo", 2), line(tea, "Tea", 1), line(milo, "Milo", 1)],
        tenders: [{ method: "mobile_money", amountMinor: 1800, status: "asserted" }],
        totalMinor: 1800,
      },
      effects: {
        stock: expect.arrayContaining([
          [milo, -3, 7],
          [tea, -1, 4],
        ]),
      },
    });
    expect(event?.data).not.toHaveProperty("customer");
    expect([await stockOf(shops, milo), await stockOf(shops, tea)]).toEqual([7, 4]);
  });

  test("numbers receipts without a gap, also over refused sales", async () => {
    const milo = await shops.addProduct("Milo", 2);
    const receipt = async () => {
      const answer = await shops.sell([[milo, 1]], { client_sale_id: randomUUID() });
      return Number(/1-1-(\d+)/.exec(answer.text)?.[1]);
    };
    const first = await receipt();
    expect((await shops.sell([[milo, 2]])).status).toBe(409);
    expect(await receipt()).toBe(first + 1);
  });

  test("counts cash as confirmed and takes cash where no method is named", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const id = idOf(await shops.sell([[milo, 1]]));
    expect(await lastOf(shops, id)).toMatchObject({
      data: { tenders: [{ method: "cash", status: "confirmed" }] },
    });
  });

  test("refuses more than there is, in the words of the specification, and sells nothing of it", async () => {
    const [milo, tea] = [await shops.addProduct("Milo", 1), await shops.addProduct("Tea", 9)];
    const before = await written(shops);
    for (const items of [
      [
        [tea, 1],
        [milo, 2],
      ],
      [
        [milo, 1],
        [milo, 1],
      ],
    ] as const) {
      const answer = await shops.sell(items);
      expect([answer.status, answer.body]).toEqual([
        409,
        failure("insufficient-stock", "Insufficient stock for Milo"),
      ]);
    }
    expect(await written(shops)).toEqual(before);
  });

  test("sells the last unit to one of fifty callers", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shops.sell([[milo, 1]], { client_sale_id: randomUUID() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await stockOf(shops, milo)).toBe(0);
  });

  test.for([
    ["cashier", 403],
    ["manager", 200],
    ["owner", 200],
  ] as const)("another price than the product's: the %s gets %i", async ([as, status]) => {
    for (const price of [4.4, 0]) {
      const milo = await shops.addProduct("Milo", 1);
      const before = await written(shops);
      const answer = await shops.sell([[milo, 1, price]], {}, { as });
      expect(answer.status).toBe(status);
      if (status === 403) {
        expect(answer.body).toEqual(
          failure("price-override-refused", "You may not change the price of Milo."),
        );
        expect(await written(shops)).toEqual(before);
      } else {
        expect(await lastOf(shops, idOf(answer))).toMatchObject({
          data: { lines: [{ listPriceMinor: 450, unitPriceMinor: price === 0 ? 0 : 440 }] },
        });
      }
    }
  });

  test("computes the total itself, whatever total the client sends", async () => {
    const milo = await shops.addProduct("Milo", 5);
    const answer = await shops.sell([[milo, 3]], { total_amount: 0.01, total: 1, tax_amount: 9 });
    expect(answer.body).toMatchObject({ data: { total_amount: 13.5, tax_amount: 0 } });
  });

  test.for([
    ["5 minutes ahead", -4 * 60_000, "cashier", 200],
    ["more than 5 minutes ahead", -6 * 60_000, "owner", 400],
    ["71 hours back", 71 * HOUR_MS, "cashier", 200],
    ["73 hours back", 73 * HOUR_MS, "cashier", 400],
    ["73 hours back", 73 * HOUR_MS, "manager", 400],
    ["73 hours back", 73 * HOUR_MS, "owner", 200],
  ] as const)("%s by the %s's account", async ([, ms, as, status]) => {
    const milo = await shops.addProduct("Milo", 1);
    const at = ago(ms);
    const answer = await shops.sell([[milo, 1]], { occurred_at: at }, { as });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(
      status === 200 ? { data: { created_at: at } } : { code: "occurred-at-out-of-range" },
    );
  });
});

describe("taking a sale back", () => {
  const sold = async () => {
    const milo = await shops.addProduct("Milo", 10);
    return {
      milo,
      id: idOf(
        await shops.sell([
          [milo, 3],
          [milo, 1],
        ]),
      ),
    };
  };

  test("gives the stock back once, however often it is asked", async () => {
    const { milo, id } = await sold();
    const gone = { success: true, message: "Sale deleted", data: { id } };
    for (let time = 0; time < 3; time++) {
      const answer = await DELETE(`?id=${id}`);
      expect([answer.status, answer.body]).toEqual([200, gone]);
    }
    expect(await typesOf(shops, id)).toEqual(["SaleRecorded", "SaleVoided"]);
    expect(await stockOf(shops, milo)).toBe(10);
    expect(await lastOf(shops, id)).toMatchObject({
      data: { saleId: id, totalMinor: 1800 },
      effects: { stock: [[milo, 4, 10]] },
    });
  });

  test("gives it back once to ten callers at once", async () => {
    const { milo, id } = await sold();
    const answers = await Promise.all(Array.from({ length: 10 }, () => DELETE(`?id=${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await stockOf(shops, milo)).toBe(10);
  });

  test("takes the id and the reason from the body too, and an empty parameter is none", async () => {
    const [one, two] = [await sold(), await sold()];
    const reason = "Wrong product";
    expect((await DELETE("", { body: { id: one.id, reason } })).status).toBe(200);
    expect(await lastOf(shops, one.id)).toMatchObject({ data: { reason } });
    expect((await DELETE("?id=", { body: { id: two.id } })).status).toBe(200);
  });

  test("brings stock back to a product that was deleted since", async () => {
    const { milo, id } = await sold();
    await shops.ask("DELETE", `/api/products.php?id=${milo}`);
    expect((await DELETE(`?id=${id}`)).status).toBe(200);
    expect(await stockOf(shops, milo)).toBe(10);
  });
});
