import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { failure, idOf } from "./ask.ts";
import { lastOf, logOf, stockOf, written } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const HOUR_MS = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

describe("recording a sale", () => {
  test("API-18: answers with its receipt, sums and counts, and writes one event that moves the stock", async () => {
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
        item_count: 3,
        unit_count: 4,
        payment_method: "mobile_money",
        possible_duplicate_of: null,
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

  test("SALE-24: numbers receipts without a gap, despite refused sales", async () => {
    const milo = await shops.addProduct("Milo", 2);
    const receipt = async () => {
      const answer = await shops.sell([[milo, 1]], { client_sale_id: randomUUID() });
      return Number(/1-1-(\d+)/.exec(answer.text)?.[1]);
    };
    const first = await receipt();
    expect((await shops.sell([[milo, 2]])).status).toBe(409);
    expect(await receipt()).toBe(first + 1);
  });

  test("confirms cash, and assumes cash without a payment method", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const id = idOf(await shops.sell([[milo, 1]]));
    expect(await lastOf(shops, id)).toMatchObject({
      data: { tenders: [{ method: "cash", status: "confirmed" }] },
    });
  });

  test("SALE-12: refuses more than the stock with the text of the specification, and sells nothing", async () => {
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

  test("SALE-25: sells the last unit to one of fifty callers", async () => {
    const milo = await shops.addProduct("Milo", 1);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shops.sell([[milo, 1]], { client_sale_id: randomUUID() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await stockOf(shops, milo)).toBe(0);
  });

  test.for([4.4, 0])(
    "the price %d, different from the product's: refused for a cashier",
    async (price) => {
      const milo = await shops.addProduct("Milo", 1);
      const before = await written(shops);
      const answer = await shops.sell([[milo, 1, price]], {}, { as: "cashier" });
      expect([answer.status, answer.body]).toEqual([
        403,
        failure("price-override-refused", "You may not change the price of Milo."),
      ]);
      expect(await written(shops)).toEqual(before);
    },
  );

  test.for([
    [4.4, 440, "manager"],
    [4.4, 440, "owner"],
    [0, 0, "manager"],
    [0, 0, "owner"],
  ] as const)(
    "the price %d, different from the product's: stored as %i beside the list price for the %s",
    async ([price, minor, as]) => {
      const milo = await shops.addProduct("Milo", 1);
      const answer = await shops.sell([[milo, 1, price]], {}, { as });
      expect(answer.status).toBe(200);
      expect(await lastOf(shops, idOf(answer))).toMatchObject({
        data: { lines: [{ listPriceMinor: 450, unitPriceMinor: minor }] },
      });
    },
  );

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
