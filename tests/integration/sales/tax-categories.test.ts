import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { createKnownHeads } from "#command-api/event-store/known-heads.ts";
import { addProduct, changeProduct } from "#command-api/product/product-commands.ts";
import { recordSale } from "#command-api/sale/record-sale.ts";
import { AddProductRequest } from "#kernel/contract/api/product.ts";
import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { CommandId, ProductId, SaleId, UserId } from "#kernel/contract/ids.ts";
import { newId, openItemId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { failure, idOf } from "#tests/integration/command-api/routes/ask.ts";
import {
  type Counter,
  flagsOf,
  line,
  openCounter,
  soldLines,
} from "#tests/integration/tills/counter-sales.ts";
import { issueOf, issuesOf } from "#tests/integration/tills/issues/issues.ts";
import { changesOf } from "#tests/integration/tills/till-changes.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

let apis: Apis;
let shop: Counter;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
  await settings({ tax_rate: 20 });
});

const PRODUCTS = "/api/products.php";
const PRICE = 4.5;
const Listed = z.array(z.looseObject({ name: z.string(), tax_category: z.string() }));

const settings = (body: object) => shop.ask("PUT", "/api/v1/settings/business", body);
const addTaxed = async (name: string, tax_category?: string, at: Counter = shop) =>
  idOf(await at.ask("POST", PRODUCTS, { name, price: PRICE, stock: 100, tax_category }));

type Item = readonly [product: string, quantity: number];
const sellOnline = async (items: readonly Item[], more: object = {}): Promise<string> =>
  idOf(
    await shop.ask("POST", "/api/sales.php", {
      items: items.map(([id, quantity]) => ({
        product_id: id,
        quantity,
        unit_price: PRICE,
      })),
      ...more,
    }),
  );
const linesOf = async (sale: string) => {
  const [event] = await shop.eventsOf(sale);
  return event?.data["lines"];
};

describe("TAX-12: how a product is taxed", () => {
  const taxes = async () => {
    const list = Listed.parse(await shop.read(PRODUCTS));
    return list.map(({ name, tax_category: tax }) => [name, tax]);
  };

  test("is added, changed and read; at first it is the standard rate", async () => {
    const milk = await addTaxed("Milk", "exempt");
    await addTaxed("Rice", "");
    await addTaxed("Soap");
    expect(await taxes()).toEqual([
      ["Milk", "exempt"],
      ["Rice", "standard"],
      ["Soap", "standard"],
    ]);
    await shop.changeProduct(milk, { tax_category: "zero" });
    expect((await taxes()).at(0)).toEqual(["Milk", "zero"]);
    await shop.changeProduct(milk, { name: "Milk 1l", tax_category: "" });
    expect((await taxes()).at(0)).toEqual(["Milk 1l", "zero"]);
    await shop.changeProduct(milk, { tax_category: "standard" });
    expect((await taxes()).at(0)).toEqual(["Milk 1l", "standard"]);
    expect(await shop.read(`/api/v1/audit/stories/product/${milk}`)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ sentence: expect.stringContaining(", exempt") }),
        expect.objectContaining({
          sentence: expect.stringContaining('tax category from "exempt" to "zero"'),
        }),
      ]),
    });
  });

  test("is refused if it is none, and nothing is written", async () => {
    for (const tax_category of ["Exempt", "vat", 0, null, [], {}, true]) {
      const wrong = await shop.call("owner", "POST", PRODUCTS, {
        body: { name: "Milk", price: PRICE, stock: 1, tax_category },
      });
      expect([tax_category, wrong.status]).toEqual([tax_category, 400]);
    }
    const milk = await addTaxed("Milk", "exempt");
    const wrong = await shop.call("owner", "PUT", PRODUCTS, {
      body: { id: milk, name: "Other", tax_category: "none" },
    });
    expect(wrong.status).toBe(400);
    expect(await taxes()).toEqual([["Milk", "exempt"]]);
  });

  test("is changed only by who may change prices", async () => {
    const milk = await apis.addProduct("Milk", 1);
    const as = "stock_keeper";
    const body = { id: milk, tax_category: "exempt" };
    const refused = await apis.askOf.command("PUT", PRODUCTS, { as, body });
    expect([refused.status, refused.body]).toEqual([
      403,
      failure("tax-not-allowed", "You may not change the tax of a product."),
    ]);
  });

  test("is a column of the export, which another business reads back", async () => {
    await addTaxed("Milk", "exempt");
    await addTaxed("Book", "zero");
    await addTaxed("Soap");
    const { text } = await shop.call("owner", "GET", "/api/v1/exports/products.csv");
    const other = await openCounter(apis);
    const imported = await other.call("owner", "POST", "/api/v1/products/import", {
      body: { csv: text },
    });
    expect(imported.body).toMatchObject({ data: { added: 3, error_count: 0 } });
    expect(await other.read(PRODUCTS)).toMatchObject([
      { name: "Book", tax_category: "zero" },
      { name: "Milk", tax_category: "exempt" },
      { name: "Soap", tax_category: "standard" },
    ]);
    const some = await other.call("owner", "POST", "/api/v1/products/import?dry_run=true", {
      body: { csv: "name,price,tax_category\nA,1,Zero\nB,1,perhaps\nC,1,\nD,1,EXEMPT\n" },
    });
    expect(some.body).toMatchObject({
      data: { error_count: 1, errors: [{ line: 3, column: "tax_category" }] },
    });
  });
});

describe("TAX-14: a sale by the server", () => {
  test("has no tax on what is exempt or zero-rated, in both modes, on each path of the append", async () => {
    const [soap, milk] = [await addTaxed("Soap"), await addTaxed("Milk", "exempt")];
    await settings({ oversell_policy: "block" });
    // The first sale loads the heads, the second is decided on those in memory.
    for (const _ of [1, 2]) {
      const sale = await sellOnline([
        [soap, 2],
        [milk, 2],
      ]);
      expect(await linesOf(sale)).toEqual([
        expect.objectContaining({ taxMinor: 150, totalMinor: 900 }),
        expect.objectContaining({ taxMinor: 0, totalMinor: 900, taxCategory: "exempt" }),
      ]);
      expect(await shop.read(`/api/v1/sales/${sale}`)).toMatchObject({
        total_amount: 18,
        tax_amount: 1.5,
        items: [{ tax: 1.5 }, { tax: 0, tax_category: "exempt" }],
      });
    }
    const added = await sellOnline(
      [
        [soap, 2],
        [milk, 2],
      ],
      { tax: "exclusive" },
    );
    expect(await shop.read(`/api/v1/sales/${added}`)).toMatchObject({
      total_amount: 19.8,
      tax_amount: 1.8,
    });
  });

  test("keeps its tax when the product changes, and its void repeats it", async () => {
    const milk = await addTaxed("Milk", "zero");
    const before = await sellOnline([[milk, 2]]);
    await shop.changeProduct(milk, { tax_category: "standard" });
    const after = await sellOnline([[milk, 4]]);
    expect(await linesOf(before)).toMatchObject([{ taxMinor: 0, taxCategory: "zero" }]);
    expect(await linesOf(after)).toMatchObject([{ taxMinor: 300 }]);
    expect(JSON.stringify(await linesOf(after))).not.toContain("taxCategory");
    await shop.ask("DELETE", `/api/sales.php?id=${before}`, {});
    const [, voided] = await shop.eventsOf(before);
    expect(voided?.data["lines"]).toEqual(await linesOf(before));
    expect(await shop.read(`/api/v1/sales/${before}`)).toMatchObject({
      voided: true,
      items: [{ tax_category: "zero" }],
    });
  });

  test("is that of its own business, also of a product with the same id in another", async () => {
    const other = await openCounter(apis);
    await other.ask("PUT", "/api/v1/settings/business", { tax_rate: 20 });
    const milk = await addTaxed("Milk", "exempt");
    await apis.query(
      `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, on_hand, state)
       select $1, stream_id, stream_type, version, 5, (state::jsonb - 'taxCategory')::json
         from es.stream_heads where tenant_id = $2 and stream_id = $3`,
      [other.tenantId, shop.tenantId, milk],
    );
    const items = [{ product_id: milk, quantity: 2, unit_price: PRICE }];
    const taxed = await other.ask("POST", "/api/sales.php", { items });
    expect(taxed.body).toMatchObject({ data: { tax_amount: 1.5 } });
    expect(await linesOf(await sellOnline([[milk, 2]]))).toMatchObject([{ taxMinor: 0 }]);
  });
});

describe("TAX-15: a till", () => {
  const tax = { mode: "inclusive", rateBp: 2_000 } as const;

  test("downloads how a product is taxed, of those that are not at the standard rate", async () => {
    const [soap, milk] = [await addTaxed("Soap"), await addTaxed("Milk", "exempt")];
    const { seq, products } = await changesOf(shop);
    const taxOf = (id: string, of = products) => of.find((product) => product.id === id);
    expect(taxOf(milk)).toMatchObject({ name: "Milk", taxCategory: "exempt", barcodes: [] });
    expect(taxOf(soap)).not.toHaveProperty("taxCategory");
    await shop.changeProduct(milk, { tax_category: "standard" });
    await shop.changeProduct(soap, { tax_category: "zero" });
    const { products: changed } = await changesOf(shop, { since: seq });
    expect(taxOf(milk, changed)).not.toHaveProperty("taxCategory");
    expect(taxOf(soap, changed)).toMatchObject({ taxCategory: "zero" });
  });

  test("sells without tax in version 3, and with it in 1 and 2, for as long as it wants", async () => {
    const [soap, milk] = [await addTaxed("Soap"), await addTaxed("Milk", "exempt")];
    const soaps = line(soap, 2, { name: "Soap", taxMinor: 150 });
    const sold = (more: Parameters<typeof line>[] = []) =>
      soldLines([soaps, ...more.map((own) => line(...own))], { tax, taxMinor: 150 });
    const mixed = await shop.sell(sold([[milk, 2, { taxCategory: "exempt" }]]), { v: 3 });
    expect(await linesOf(mixed)).toMatchObject([
      { taxMinor: 150 },
      { taxMinor: 0, taxCategory: "exempt" },
    ]);
    expect(await flagsOf(shop, mixed)).toEqual([]);
    for (const v of [1, 2, 3]) {
      expect(await flagsOf(shop, await shop.sell(sold(), { v }))).toEqual([]);
    }
    expect(await issuesOf(shop)).toEqual([]);
  });

  test("keeps the tax that it knew; if it should have known better, that is listed", async () => {
    const milk = await addTaxed("Milk", "exempt");
    const untaxed = soldLines([line(milk, 2, { name: "Milk", taxCategory: "exempt" })], { tax });
    const taxed = soldLines([line(milk, 2, { name: "Milk", taxMinor: 150 })], {
      tax,
      taxMinor: 150,
    });
    const { seq } = await changesOf(shop);
    await shop.changeProduct(milk, { tax_category: "standard" });
    const entry = shop.till.entry("sale", untaxed, { v: 3, basis: seq });
    expect((await shop.till.deliver([entry])).results).toMatchObject([{ state: "accepted" }]);
    expect(await flagsOf(shop, entry.id)).toEqual([]);
    await shop.changeProduct(milk, { tax_category: "zero" });
    const { seq: newer } = await changesOf(shop);
    const late = shop.till.entry("sale", taxed, { basis: newer });
    await shop.till.deliver([late]);
    expect(await flagsOf(shop, late.id)).toEqual(["other-sum"]);
    expect(await issueOf(shop, "other-sum")).toMatchObject({
      said: "GH₵9.00, with GH₵1.50 tax at 20 %",
      known: "By your rules GH₵9.00, with GH₵0.00 tax at 20 %",
    });
  });
});

describe("TAX-18: while an older process runs, which would charge tax", () => {
  const formats: number[] = [];
  const readers = {
    understand: (format: number) => {
      formats.push(format);
      return Promise.resolve(format < 2);
    },
  };
  const context = () => ({
    tenantId: shop.tenantId,
    actorId: UserId.parse(shop.ownerId),
    commandId: CommandId.parse(newId()),
    requestHash: Buffer.alloc(32),
    meta: { source: "web" as const },
    occurredMs: Date.now(),
  });
  const UPDATING = { rejected: "server-updating" };

  test("no product becomes exempt, and none is sold; everything else goes on", async () => {
    const [soap, milk] = [await addTaxed("Soap"), await addTaxed("Milk", "exempt")];
    await settings({ oversell_policy: "block" });
    const known = createKnownHeads();
    const store = { ...createEventStore(apis.as("cmd_writer")), readers, known };
    const add = (more: object) =>
      addProduct(
        store,
        context(),
        ProductId.parse(newId()),
        AddProductRequest.parse({ name: "New", price: 1, stock: 1, ...more }),
      );
    const change = (more: object) =>
      changeProduct(store, context(), {
        productId: ProductId.parse(soap),
        mayEditPrices: true,
        ...more,
      });
    const sell = (...ids: string[]): Promise<unknown> =>
      recordSale(store, context(), {
        saleId: SaleId.parse(newId()),
        request: RecordSaleRequest.parse({
          items: ids.map((id) => ({ product_id: id, quantity: 1, unit_price: PRICE })),
        }),
        role: "owner",
        sealer: sealerOver(apis.as("cmd_writer")),
      });
    expect(await add({ tax_category: "zero" })).toEqual(UPDATING);
    expect(await change({ tax_category: "exempt" })).toEqual(UPDATING);
    // The second one would be decided on the heads that the first has loaded.
    for (const _ of [1, 2]) expect(await sell(soap, milk)).toEqual(UPDATING);
    for (const done of [
      await add({}),
      await add({ tax_category: "standard" }),
      await change({ name: "Soap bar" }),
      await sell(soap),
    ]) {
      expect(done).not.toHaveProperty("rejected");
    }
    // Refused from memory, it is loaded and decided again.
    expect(formats).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1]);
  });
});

test("TAX-19: an amount without a product has the tax of the standard rate", async () => {
  const open = line(openItemId(shop.tenantId), 1, { name: "Broom", open: true, taxMinor: 75 });
  const tax = { mode: "inclusive", rateBp: 2_000 } as const;
  const sale = await shop.sell(soldLines([open], { tax, taxMinor: 75 }), { v: 3 });
  expect(await flagsOf(shop, sale)).toEqual([]);
  expect(await linesOf(sale)).toMatchObject([{ open: true, taxMinor: 75 }]);
});
