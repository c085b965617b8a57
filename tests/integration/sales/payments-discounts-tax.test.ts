import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { codeOf, counterOf, item, thingOf } from "#tests/integration/catalog/counter.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());
beforeEach(() => counter.set({ tax_rate: 0, oversell_policy: "block", currency: "GHS" }));

const sell = (body: object, as?: Identity) => counter.sell(body, as);

describe("paying a sale", () => {
  test("by several methods that add up to the total, with the change for the cash handed over", async () => {
    const id = await apis.addProduct("Milo", 10);
    const answer = await sell({
      items: [item(id, 3)],
      tenders: [
        { method: "cash", amount: 10, given: 20 },
        { method: "mobile_money", amount: "3.50", reference: "MP-1" },
      ],
    });
    expect(thingOf(answer)).toMatchObject({ total_amount: 13.5, payment_method: "cash" });
    expect((await counter.sale(idOf(answer)))["tenders"]).toEqual([
      { method: "cash", amount: 10, given: 20, change: 10, status: "confirmed", reference: null },
      {
        method: "mobile_money",
        amount: 3.5,
        given: null,
        change: null,
        status: "asserted",
        reference: "MP-1",
      },
    ]);
  });

  test("is refused where the payments do not add up, and nothing is written", async () => {
    const id = await apis.addProduct("Milo", 10);
    const before = await written(apis);
    for (const amount of [13.49, 13.51, 0]) {
      const answer = await sell({ items: [item(id, 3)], tenders: [{ method: "card", amount }] });
      expect(codeOf(answer)).toEqual([
        409,
        failure("tenders-differ", "The payments do not add up to the total."),
      ]);
    }
    expect(await written(apis)).toEqual(before);
  });

  test("is in cash if the payment method is empty", async () => {
    const id = await apis.addProduct("Milo", 10);
    const body = {
      items: [item(id, 1)],
      payment_method: "",
      notes: "",
      discounts: "",
      tenders: "",
    };
    const answer = await sell({ ...body, tax: "", confirm_oversell: "" });
    expect(thingOf(answer)).toMatchObject({ payment_method: "cash" });
  });
});

describe("discounts", () => {
  test("reduce a line or the whole sale, which keeps the original price", async () => {
    const [milo, tea] = [await apis.addProduct("Milo", 10), await apis.addProduct("Tea", 10)];
    const answer = await sell({
      items: [item(milo, 2), item(tea, 1)],
      discounts: [{ item: 0, percent: 10 }, { amount: "1.00" }],
    });
    // 9.00 less 10 % is 8.10; 1.00 over 8.10 and 4.50 is 0.64 and 0.36.
    expect(thingOf(answer)).toMatchObject({ total_amount: 11.6 });
    expect(await counter.sale(idOf(answer))).toMatchObject({
      discount_amount: 1.9,
      items: [
        { list_price: 4.5, unit_price: 4.5, discount: 1.54, total: 7.46 },
        { discount: 0.36, total: 4.14 },
      ],
    });
  });

  test("need the right to change prices, and cannot exceed the amount to pay", async () => {
    const id = await apis.addProduct("Milo", 10);
    const body = (discount: object) => ({ items: [item(id, 1)], discounts: [discount] });
    expect(codeOf(await sell(body({ percent: 1 }), "cashier"))).toEqual([
      403,
      failure("discount-refused", "You may not give discounts."),
    ]);
    expect(codeOf(await sell(body({ amount: 4.51 })))).toEqual([
      409,
      failure("discount-too-large", "A discount is larger than the amount it applies to."),
    ]);
    for (const wrong of [
      { percent: 100.001 },
      { percent: 0 },
      { amount: -1 },
      {},
      { item: 1, percent: 5 },
      { amount: 1, percent: 1 },
    ]) {
      expect([wrong, (await sell(body(wrong))).status]).toEqual([wrong, 400]);
    }
  });

  test("SELL-51: by a cashier are taken up to the limit of each line", async () => {
    await counter.set({ discount_limit: 5 });
    const [milo, tea] = [await apis.addProduct("Milo", 10), await apis.addProduct("Tea", 10)];
    const items = [item(milo, 2), item(tea, 1)];
    const give = (...discounts: readonly object[]) => sell({ items, discounts }, "cashier");
    // 5 % off 9.00 and 4.50 leaves 8.55 and 4.275, rounded up; 0.68 is spread as 0.45 and 0.23.
    expect(thingOf(await give({ percent: 5 }))).toMatchObject({ total_amount: 12.83 });
    expect(thingOf(await give({ amount: 0.68 }))).toMatchObject({ total_amount: 12.82 });
    for (const above of [[{ amount: 0.7 }], [{ item: 0, percent: 5 }, { percent: 1 }]]) {
      expect(codeOf(await give(...above))).toEqual([
        403,
        failure("discount-refused", "You may take off at most 5 %."),
      ]);
    }
    expect((await sell({ items, discounts: [{ percent: 50 }] }, "manager")).status).toBe(200);
    await counter.set({ discount_limit: 0 });
    expect((await give({ percent: 4 })).status).toBe(403);
  });

  test("may reduce a sale to nothing, like a price of nothing, with the right to give things away", async () => {
    const id = await apis.addProduct("Milo", 10);
    expect((await sell({ items: [item(id, 1, 0)] }, "manager")).status).toBe(200);
    expect((await sell({ items: [item(id, 1)], discounts: [{ percent: 100 }] })).status).toBe(200);
    expect((await sell({ items: [item(id, 1, 0)] }, "cashier")).status).toBe(403);
    const bag = idOf(await counter.post("/api/products.php", { name: "Bag", price: 0, stock: 9 }));
    expect((await sell({ items: [item(bag, 1, 0)] }, "cashier")).status).toBe(200);
  });
});

describe("tax", () => {
  test("is included in the total, in Ghana's three parts, and stays as it was at the sale", async () => {
    await counter.set({ tax_rate: 20 });
    const id = await apis.addProduct("Milo", 10);
    const answer = await sell({ items: [item(id, 2), item(id, 1)] });
    expect(thingOf(answer)).toMatchObject({ total_amount: 13.5, tax_amount: 2.25 });
    await counter.set({ tax_rate: 12.5 });
    expect((await counter.sale(idOf(answer)))["tax"]).toEqual({
      mode: "inclusive",
      rate: 20,
      amount: 2.25,
      parts: [
        { name: "VAT", rate: 15, amount: 1.69 },
        { name: "NHIL", rate: 2.5, amount: 0.28 },
        { name: "GETFund", rate: 2.5, amount: 0.28 },
      ],
    });
    const later = await sell({ items: [item(id, 1)] });
    expect((await counter.sale(idOf(later)))["tax"]).toEqual({
      mode: "inclusive",
      rate: 12.5,
      amount: 0.5,
      parts: [],
    });
  });

  test("is added on top if the client says so", async () => {
    await counter.set({ tax_rate: 21 });
    const id = idOf(await counter.post("/api/products.php", { name: "A", price: 1.48, stock: 99 }));
    const items = [item(id, 4, 1.48), item(id, 1, 1.52), item(id, 1, 1.54), item(id, 1, 0.39)];
    const answer = await sell({ items, tax: "exclusive" });
    expect(thingOf(answer)).toMatchObject({ total_amount: 11.33, tax_amount: 1.96 });
    expect(thingOf(await sell({ items: items.slice(0, 1) }))).toMatchObject({ total_amount: 5.92 });
  });
});

test("TAX-11: the route of the specification takes prices with tax inside, whatever the screens do", async () => {
  const id = await apis.addProduct("Milo", 10);
  await counter.set({ tax_rate: 20, tax_mode: "exclusive" });
  const [inside, onTop] = [
    await sell({ items: [item(id, 1, 6)] }),
    await sell({ items: [item(id, 2, 6)], tax: "exclusive" }),
  ];
  await counter.set({ tax_mode: "inclusive" });
  expect(thingOf(inside)).toMatchObject({ total_amount: 6, tax_amount: 1 });
  expect(thingOf(onTop)).toMatchObject({ total_amount: 14.4, tax_amount: 2.4 });
});
