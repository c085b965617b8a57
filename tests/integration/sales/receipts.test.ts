import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { counterOf, dataOf, item, thingOf } from "#tests/integration/catalog/counter.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { stockOf } from "#tests/integration/command-api/routes/log-of.ts";

let apis: Apis;
let counter: ReturnType<typeof counterOf>;
beforeAll(async () => {
  apis = await openApis();
  counter = counterOf(apis);
});
afterAll(() => apis.close());
beforeEach(() => counter.set({ tax_rate: 0, oversell_policy: "block", currency: "GHS" }));

const SALES = "/api/sales.php";
const sell = (body: object, as?: Identity) => counter.sell(body, as);

describe("a sale that may repeat the one before", () => {
  test("SALE-21: is flagged for people who view it, and voided by one request", async () => {
    const id = await apis.addProduct("Water", 10);
    // Over a socket: it matters whether the answer reached the client.
    const base = await apis.apps.command.listen({ host: "127.0.0.1", port: 0 });
    const send = async () => {
      const answer = await fetch(`${base}${SALES}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${apis.tokenOf("owner")}`,
        },
        body: JSON.stringify({ items: [item(id, 1)] }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        text,
        body: z.unknown().parse(JSON.parse(text)),
        headers: {},
      };
    };
    const [first, second] = [await send(), await send()];
    expect(thingOf(second)).toMatchObject({ possible_duplicate_of: idOf(first) });
    const shown = (await counter.list(SALES)).find((sale) => sale.id === idOf(second));
    expect(shown).toMatchObject({ possible_duplicate_of: idOf(first) });
    expect((await counter.remove(SALES, idOf(second))).status).toBe(200);
    expect(await stockOf(apis, id)).toBe(9);
  });
});

describe("GET /api/v1/sales/{id}", () => {
  test("shows the whole receipt, also of a voided sale", async () => {
    const id = await apis.addProduct("Milo", 10);
    const customer = await apis.addCustomer("Efua");
    const sold = await sell({ items: [item(id, 2)], customer_id: customer, notes: "Deliver" });
    const shown = await counter.sale(idOf(sold));
    expect(shown).toMatchObject({
      id: idOf(sold),
      receipt_number: thingOf(sold)["receipt_number"],
      first_name: "Efua",
      notes: "Deliver",
      cashier_name: "Ama Owner",
      voided: false,
      voided_at: null,
      business_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      items: [{ name: "Milo", quantity: 2, unit_price: 4.5, list_price: 4.5, total: 9 }],
    });
    await apis.ask("DELETE", `${SALES}?id=${idOf(sold)}`, { body: { reason: "wrong" } });
    expect(await counter.sale(idOf(sold))).toMatchObject({
      voided: true,
      void_reason: "wrong",
      voided_at: expect.any(String),
    });
  });

  test("RIGHT-04: is the same 404 for an unknown id, another shop's id and an invalid id", async () => {
    const id = await apis.addProduct("Milo", 10);
    const sale = idOf(await sell({ items: [item(id, 1)] }));
    const missing = failure("sale-not-found", "Sale not found");
    for (const [what, as] of [
      [sale, "foreign owner"],
      [randomUUID(), "owner"],
      ["7", "owner"],
    ] as const) {
      const answer = await counter.read(`/api/v1/sales/${what}`, as);
      expect([answer.status, answer.body]).toEqual([404, missing]);
      const moves = await counter.read(
        `/api/v1/products/${what === sale ? id : what}/movements`,
        as,
      );
      expect(moves.body).toEqual(failure("product-not-found", "Product not found"));
    }
  });
});

test("a product's movements show cause, person and time, newest first, in pages", async () => {
  const id = await apis.addProduct("Ledger", 10);
  const sale = idOf(await sell({ items: [item(id, 3)] }));
  await counter.remove(SALES, sale);
  const move = { product_id: id, type: "subtract", quantity: 2, reason: "dented" };
  await counter.post("/api/v1/stock-movements", move, "stock_keeper");
  await counter.put("/api/products.php", { id, stock: 5 });

  const page = async (query: string) =>
    dataOf(await counter.read(`/api/v1/products/${id}/movements${query}`, "auditor"));
  const line = (kind: string, delta: number, after: number, more: object = {}): unknown =>
    expect.objectContaining({
      kind,
      delta,
      after,
      user_id: expect.any(String),
      user_name: expect.any(String),
      ...more,
    });
  const lines = [
    line("count", -3, 5),
    line("adjustment", -2, 8, { reason: "dented" }),
    line("void", 3, 10, { sale_id: sale }),
    line("sale", -3, 7, { sale_id: sale }),
    line("opening", 10, 10),
  ];
  expect(await page("")).toEqual({ items: lines, next_cursor: null });

  const Page = z.object({ items: z.array(z.unknown()), next_cursor: z.nullable(z.string()) });
  const seen: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const next = Page.parse(await page(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`));
    seen.push(...next.items);
    cursor = next.next_cursor;
  }
  expect(seen).toEqual(lines);
});
