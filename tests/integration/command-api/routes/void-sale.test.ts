import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { idOf, type AskOptions } from "./ask.ts";
import { lastOf, stockOf, typesOf } from "./log-of.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

const DELETE = (query: string, asking: AskOptions = {}) =>
  shops.ask("DELETE", `/api/sales.php${query}`, asking);

describe("voiding a sale", () => {
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

  test("SALE-16: gives the stock back once, however often it is requested", async () => {
    const { milo, id } = await sold();
    const gone = { success: true, message: "Sale voided", data: { id } };
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

  test("gives it back once for ten concurrent requests", async () => {
    const { milo, id } = await sold();
    const answers = await Promise.all(Array.from({ length: 10 }, () => DELETE(`?id=${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await stockOf(shops, milo)).toBe(10);
  });

  test("accepts id and reason in the body, too, and ignores an empty parameter", async () => {
    const [one, two] = [await sold(), await sold()];
    const reason = "Wrong product";
    expect((await DELETE("", { body: { id: one.id, reason } })).status).toBe(200);
    expect(await lastOf(shops, one.id)).toMatchObject({ data: { reason } });
    expect((await DELETE("?id=", { body: { id: two.id } })).status).toBe(200);
  });

  test("gives stock back to a product that was deleted in the meantime", async () => {
    const { milo, id } = await sold();
    await shops.ask("DELETE", `/api/products.php?id=${milo}`);
    expect((await DELETE(`?id=${id}`)).status).toBe(200);
    expect(await stockOf(shops, milo)).toBe(10);
  });
});
