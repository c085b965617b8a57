import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { changeProduct } from "#command-api/product/product-commands.ts";
import { UNCOUNTED_STOCK } from "#kernel/contract/api/product.ts";
import { CommandId, ProductId, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import {
  type Counter,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";
import { changesOf } from "#tests/integration/tills/till-changes.ts";

let apis: Apis;
let shop: Counter;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
});

const PRODUCTS = "/api/products.php";
const NOT_COUNTED = failure("stock-not-counted", "The stock of this product is not counted");

const Names = z.array(z.looseObject({ name: z.string() }));
const Low = z.looseObject({ lowStockProducts: Names });
const Listed = z.looseObject({ issues: z.array(z.looseObject({ kind: z.string() })) });

const addUncounted = async (name = "Jollof", at: Counter = shop): Promise<string> =>
  idOf(await at.ask("POST", PRODUCTS, { name, price: 4.5, stock: 0, track_stock: false }));

const trySale = (items: readonly (readonly [string, number])[]): Promise<Answer> =>
  shop.call("owner", "POST", "/api/sales.php", {
    body: {
      items: items.map(([id, quantity]) => ({ product_id: id, quantity, unit_price: 4.5 })),
    },
  });
const sellOnline = async (...items: (readonly [string, number])[]): Promise<string> => {
  const answer = await trySale(items);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return idOf(answer);
};
const movementsOf = async (id: string, at: Counter = shop): Promise<unknown> =>
  at.read(`/api/v1/products/${id}/movements`);
const put = (body: object): Promise<Answer> => shop.call("owner", "PUT", PRODUCTS, { body });

describe("a product whose stock is not counted", () => {
  test("PROD-24: is sold without limit where a counted one runs out, and shows no stock to a legacy client", async () => {
    const jollof = await addUncounted();
    const milo = await shop.addProduct("Milo", 1);
    await shop.ask("PUT", "/api/v1/settings/business", { oversell_policy: "block" });
    await sellOnline([jollof, 500]);
    await sellOnline([jollof, 2], [milo, 1]);
    const refused = await trySale([
      [jollof, 1],
      [milo, 1],
    ]);
    expect([refused.status, refused.body]).toEqual([
      409,
      failure("insufficient-stock", "Insufficient stock for Milo"),
    ]);
    expect(await shop.read(PRODUCTS)).toMatchObject([
      { name: "Jollof", stock: 0, stock_exact: 0, track_stock: false },
      { name: "Milo", stock: 0, track_stock: true },
    ]);
  });

  test("INV-11: a sale moves the counted products alone, on each path of the append; a void gives back what it took", async () => {
    const jollof = await addUncounted();
    const milo = await shop.addProduct("Milo", 9);
    // The first sale loads the heads, the next ones are decided on those in memory.
    const mixed = [
      await sellOnline([jollof, 2], [milo, 1]),
      await sellOnline([milo, 1], [jollof, 3]),
    ];
    const alone = [await sellOnline([jollof, 1]), await sellOnline([jollof, 4])];
    const stocks = async (sales: readonly string[]) =>
      (await Promise.all(sales.map(shop.eventsOf))).map((events) =>
        events.map(({ stock }) => stock),
      );
    expect(await stocks(mixed)).toEqual([[[[milo, -1, 8]]], [[[milo, -1, 7]]]]);
    expect(await stocks(alone)).toEqual([[null], [null]]);
    for (const id of [mixed[0], alone[0]]) {
      await shop.ask("DELETE", `/api/sales.php?id=${id}`, {});
    }
    expect(await stocks([mixed[0] ?? "", alone[0] ?? ""])).toEqual([
      [[[milo, -1, 8]], [[milo, 1, 8]]],
      [null, null],
    ]);
    expect([await shop.stockOf(jollof), await shop.stockOf(milo)]).toEqual([0, 8]);
    expect(await movementsOf(jollof)).toMatchObject({ items: [{ kind: "opening", delta: 0 }] });
    expect(await shop.report("product")).toMatchObject([{ quantity: 7 }, { quantity: 1 }]);
  });

  test("INV-11: neither does the sale of a till, which downloads that it is not counted", async () => {
    const jollof = await addUncounted();
    const milo = await shop.addProduct("Milo", 9);
    const { seq, products } = await changesOf(shop);
    expect(products.map(({ name, stock, tracksStock }) => [name, stock, tracksStock])).toEqual(
      expect.arrayContaining([
        ["Jollof", UNCOUNTED_STOCK, false],
        ["Milo", 9, true],
      ]),
    );
    const sale = await shop.sell(soldLines([line(jollof, 5), line(milo, 2)]));
    expect(await shop.eventsOf(sale)).toMatchObject([{ flags: null, stock: [[milo, -2, 7]] }]);
    expect((await changesOf(shop, { since: seq })).stocks).toEqual([{ id: milo, stock: 7 }]);
  });

  test("PROD-25: counting stops without a movement, begins with a count, and sales of before do not move it", async () => {
    const milo = await shop.addProduct("Milo", 9);
    const before = await sellOnline([milo, 2]);
    const soldAt = Date.now();
    await shop.changeProduct(milo, { track_stock: false });
    expect(await shop.read(PRODUCTS)).toMatchObject([{ stock: 0, track_stock: false }]);
    await sellOnline([milo, 20]);
    expect(await movementsOf(milo)).toMatchObject({
      items: [
        { kind: "sale", after: 7 },
        { kind: "opening", after: 9 },
      ],
    });
    const needed = await put({ id: milo, track_stock: true });
    expect([needed.status, needed.body]).toEqual([
      409,
      failure("stock-needed", "Enter how many are in stock, to count it from now on."),
    ]);
    // Its process now remembers that Milo is not counted; the append finds that it is.
    const gari = await shop.addProduct("Gari", 9);
    await sellOnline([gari, 1], [milo, 30]);
    await shop.changeProduct(milo, { track_stock: true, stock: 9 });
    await sellOnline([gari, 1], [milo, 2]);
    await shop.sell(soldLines([line(milo, 3)]), { at: soldAt });
    await sellOnline([milo, 1]);
    expect(await shop.stockOf(milo)).toBe(6);
    await shop.ask("DELETE", `/api/sales.php?id=${before}`, {});
    expect(await shop.read(PRODUCTS)).toMatchObject([
      { name: "Gari", stock: 7 },
      { name: "Milo", stock: 8, track_stock: true },
    ]);
    expect(await shop.read(`/api/v1/audit/stories/product/${milo}`)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({
          sentence: expect.stringContaining("stopped counting its stock"),
        }),
        expect.objectContaining({
          sentence: expect.stringContaining("started to count its stock"),
        }),
      ]),
    });
  });

  test("PROD-26: refuses a count and an adjustment; the 0 that a legacy form sends back is neither", async () => {
    const jollof = await addUncounted();
    const adjusted = await shop.call("owner", "POST", "/api/v1/stock-movements", {
      body: { product_id: jollof, type: "add", quantity: 1 },
    });
    const counted = await put({ id: jollof, stock: 5 });
    const added = await shop.call("owner", "POST", PRODUCTS, {
      body: { name: "Tea", price: 1, stock: 3, track_stock: false },
    });
    for (const { status, body } of [adjusted, counted, added]) {
      expect([status, body]).toEqual([409, NOT_COUNTED]);
    }
    await shop.changeProduct(jollof, { name: "Waakye", price: 5, stock: 0, expected_stock: 0 });
    expect(await shop.read(PRODUCTS)).toMatchObject([{ name: "Waakye", price: 5, stock: 0 }]);
  });

  test("INV-12: is never low, short or below 0, wherever that is listed", async () => {
    const jollof = await addUncounted();
    const milo = await shop.addProduct("Milo", 1);
    await shop.sell(soldLines([line(milo, 3), line(jollof, 3)]));
    const lists = async () => {
      const { lowStockProducts } = Low.parse(await shop.read("/api/dashboard.php"));
      const mailed = await apis.query<{ name: string }>("select name from es.low_stock($1, 10)", [
        shop.tenantId,
      ]);
      const { issues } = Listed.parse(await shop.read("/api/v1/issues"));
      return [
        lowStockProducts.map(({ name }) => name),
        mailed.map(({ name }) => name),
        issues.map(({ kind }) => kind),
      ];
    };
    expect(await lists()).toEqual([["Milo"], ["Milo"], ["below-zero"]]);
    await shop.changeProduct(milo, { track_stock: false });
    expect(await lists()).toEqual([[], [], []]);
  });

  test("PROD-27: comes out of the export and into another shop as one, which has its own of that id", async () => {
    await addUncounted();
    await shop.addProduct("Milo", 9);
    const { text } = await shop.call("owner", "GET", "/api/v1/exports/products.csv");
    const other = await openCounter(apis);
    const imported = await other.call("owner", "POST", "/api/v1/products/import", {
      body: { csv: text },
    });
    expect(imported.body).toMatchObject({ data: { added: 2, error_count: 0 } });
    expect(await other.read(PRODUCTS)).toMatchObject([
      { name: "Jollof", stock: 0, track_stock: false },
      { name: "Milo", stock: 9, track_stock: true },
    ]);
    const wrong = await other.call("owner", "POST", "/api/v1/products/import?dry_run=true", {
      body: { csv: "name,price,stock,track_stock\nA,1,4,no\nB,1,0,perhaps\nC,1,4,YES\n" },
    });
    expect(wrong.body).toMatchObject({ data: { added: 0, error_count: 2 } });
  });

  test("PROD-28: is refused while an older process runs, which would move its stock", async () => {
    const milo = await shop.addProduct("Milo", 9);
    const formats: number[] = [];
    const readers = {
      understand: (format: number) => {
        formats.push(format);
        return Promise.resolve(format < 2);
      },
    };
    const store = { ...createEventStore(apis.as("cmd_writer")), readers };
    const change = (changes: object) =>
      changeProduct(
        store,
        {
          tenantId: shop.tenantId,
          actorId: UserId.parse(shop.ownerId),
          commandId: CommandId.parse(newId()),
          requestHash: Buffer.alloc(32),
          meta: { source: "web" },
          occurredMs: Date.now(),
        },
        { productId: ProductId.parse(milo), mayEditPrices: true, ...changes },
      );
    expect(await change({ track_stock: false })).toEqual({ rejected: "server-updating" });
    expect(await change({ name: "Milo 400g" })).toMatchObject({ id: milo });
    expect(formats).toEqual([2, 1]);
  });

  test("of one business is counted in another with a product of the same id", async () => {
    const other = await openCounter(apis);
    const jollof = await addUncounted();
    await apis.query(
      `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, on_hand, state)
       select $1, stream_id, stream_type, version, 5, (state::jsonb - 'tracksStock')::json
         from es.stream_heads where tenant_id = $2 and stream_id = $3`,
      [other.tenantId, shop.tenantId, jollof],
    );
    const sold = await other.ask("POST", "/api/sales.php", {
      items: [{ product_id: jollof, quantity: 2, unit_price: 4.5 }],
    });
    await sellOnline([jollof, 2]);
    expect(await other.eventsOf(idOf(sold))).toMatchObject([{ stock: [[jollof, -2, 3]] }]);
    expect([await shop.stockOf(jollof), await other.stockOf(jollof)]).toEqual([0, 3]);
  });
});
