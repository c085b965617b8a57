import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createEventStore, type EventStore } from "#command-api/event-store/handle-command.ts";
import { CustomerId, UserId } from "#kernel/contract/ids.ts";
import { newId, openItemId } from "#kernel/node/ids.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";
import { statesOf } from "#tests/kit/till/model-till.ts";

import { type Counter, flagsOf, line, openCounter, soldLines } from "./counter-sales.ts";
import { openEntriesApi } from "./entries-api.ts";
import { joinStaff } from "./join-staff.ts";

let apis: Apis;
let shop: Counter;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());
beforeEach(async () => {
  shop = await openCounter(apis);
});

/** Two minutes: enough to be late, and not too long to be believed. */
const longAgo = (): number => Date.now() - 120_000;

/** A time between what was done before and what is done next. */
async function momentInBetween(): Promise<number> {
  await delay(5);
  const nowMs = Date.now();
  await delay(5);
  return nowMs;
}

describe("the sale of a till", () => {
  test("TILL-40: is shown under the number on its receipt, wherever it is shown", async () => {
    const milo = await shop.addProduct("Milo", 100);
    const other = await shop.secondTill();
    const body = soldLines([line(milo, 2)], { receiptNumber: 7 });
    const [first, second] = [await shop.sell(body), await shop.sell(body, { by: other })];
    const legacy = await shop.ask("POST", "/api/sales.php", {
      items: [{ product_id: milo, quantity: 1, unit_price: 4.5 }],
    });
    expect(legacy.body).toMatchObject({ data: { receipt_number: "1-1-1" } });

    const [one, two] = [`1-${shop.till.till}-7`, `1-${other.till}-7`];
    expect(one).not.toBe(two);
    expect(await shop.read("/api/sales.php")).toMatchObject([
      { receipt_number: "1-1-1" },
      { id: second, receipt_number: two, total_amount: 9 },
      { id: first, receipt_number: one, total_amount: 9 },
    ]);
    expect(await shop.read(`/api/sales.php?search=${two}`)).toMatchObject([{ id: second }]);
    expect(await shop.read(`/api/v1/sales/${first}`)).toMatchObject({
      receipt_number: one,
      cashier_id: shop.ownerId,
    });
    const file = await shop.call("owner", "GET", "/api/v1/exports/sales.csv");
    expect(file.text).toContain(`${first},${one},`);
    expect(await shop.read(`/api/v1/audit/stories/sale/${second}`)).toMatchObject({
      events: [{ sentence: expect.stringContaining(`receipt ${two}.`), subject: { name: two } }],
    });
  });

  test("TILL-41: is set aside if it does not add up or is in another currency", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const sold = soldLines([line(milo, 1)]);
    const wrong = shop.till.entry("sale", { ...sold, totalMinor: 1 });
    const dollars = shop.till.entry("sale", { ...sold, currency: "USD" });
    const right = shop.till.entry("sale", sold);
    expect((await shop.till.deliver([wrong, dollars, right])).results).toEqual([
      { id: wrong.id, state: "aside", reason: "wrong-sums" },
      { id: dollars.id, state: "aside", reason: "wrong-currency" },
      { id: right.id, state: "accepted" },
    ]);
    expect(await shop.stockOf(milo)).toBe(9);
  });

  test("SELL-55: of an amount without a product has no product, stock or issue, and reports call it Other items", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const [own, other] = [openItemId(shop.tenantId), await openCounter(apis)];
    expect(openItemId(other.tenantId)).not.toBe(own);
    const broom = line(own, 1, { name: "Broom", open: true });
    const sale = await shop.sell(soldLines([line(milo, 2), broom]), { v: 2 });
    expect(await shop.eventsOf(sale)).toMatchObject([{ flags: null, stock: [[milo, -2, 8]] }]);
    expect(await shop.read(`/api/v1/sales/${sale}`)).toMatchObject({
      total_amount: 13.5,
      items: [{ name: "Milo" }, { name: "Broom", total: 4.5 }],
    });
    expect(await shop.report("product")).toMatchObject([
      { id: milo, name: "Milo", quantity: 2, revenue: 9 },
      { id: own, name: "Other items", quantity: 1, revenue: 4.5 },
    ]);
    const file = await shop.call("owner", "GET", "/api/v1/exports/reports/product.csv");
    expect(file.text).toContain(`${own},Other items,1,4.5`);
    expect(await shop.read("/api/sales/reports.php")).toMatchObject({
      topProducts: [{ name: "Milo" }, { name: "Other items", total_sold: 1 }],
    });
    // The id of another business is an unknown product here.
    const wrong = await shop.sell(
      soldLines([line(openItemId(other.tenantId), 1, { open: true })]),
      { v: 2 },
    );
    expect(await flagsOf(shop, wrong)).toEqual(["product-unknown"]);
    expect(await other.report("product")).toEqual([]);
    await shop.ask("DELETE", `/api/sales.php?id=${sale}`, { reason: "wrong" });
    expect(await shop.stockOf(milo)).toBe(10);
    expect(await shop.report("product")).toHaveLength(1);
  });

  test("TILL-42: takes the stock below 0, where another sale is refused", async () => {
    const milo = await shop.addProduct("Milo", 1);
    await shop.ask("PUT", "/api/v1/settings/business", { oversell_policy: "block" });
    const sale = await shop.sell(soldLines([line(milo, 3)]));
    expect(await shop.stockOf(milo)).toBe(-2);
    expect(await shop.eventsOf(sale)).toMatchObject([{ flags: null, stock: [[milo, -3, -2]] }]);
    const refused = await shop.call("owner", "POST", "/api/sales.php", {
      body: { items: [{ product_id: milo, quantity: 1, unit_price: 4.5 }] },
    });
    expect(refused.status).toBe(409);
  });

  test("of two businesses with equal ids and numbers are two sales, each of its own products", async () => {
    const other = await openCounter(apis);
    const milo = await shop.addProduct("Milo", 10);
    const customer = await shop.addCustomer("Ama");
    const named = { customer: { id: customer, name: "Ama Mensah" }, receiptNumber: 1 };
    const entry = shop.till.entry("sale", { ...soldLines([line(milo, 1)]), ...named });
    expect(other.till.till).toBe(shop.till.till);
    expect(statesOf(await shop.till.deliver([entry]))).toEqual(["accepted"]);
    expect(statesOf(await other.till.deliver([entry]))).toEqual(["accepted"]);
    expect(await flagsOf(shop, entry.id)).toEqual([]);
    expect((await flagsOf(other, entry.id)).toSorted()).toEqual([
      "customer-unknown",
      "no-right",
      "person-unproved",
      "product-unknown",
    ]);
    expect(await other.eventsOf(entry.id)).toMatchObject([{ stock: null }]);
    expect([await shop.stockOf(milo), await other.stockOf(milo)]).toEqual([9, undefined]);
  });
});

describe("stock that was counted", () => {
  test("TILL-43: before a till's sale arrives is not changed by what was sold before the count", async () => {
    const milo = await shop.addProduct("Milo", 10);
    await shop.changeProduct(milo, { stock: 6 });
    const before = await shop.sell(soldLines([line(milo, 2)]), { at: longAgo() });
    expect(await shop.stockOf(milo)).toBe(6);
    expect(await shop.eventsOf(before)).toMatchObject([
      { data: { lines: [{ counted: true }] }, stock: null },
    ]);
    const after = await shop.sell(soldLines([line(milo, 1)]));
    expect(await shop.stockOf(milo)).toBe(5);
    expect(await shop.eventsOf(after)).toMatchObject([{ stock: [[milo, -1, 5]] }]);

    // It counts as sold, and its events are found, although the stock ledger has no line for it.
    expect(await shop.report("product")).toMatchObject([{ id: milo, quantity: 3, revenue: 13.5 }]);
    expect(await shop.report("day")).toMatchObject([{ orders: 2, total: 13.5 }]);
    expect(await shop.read(`/api/v1/products/${milo}/movements`)).toMatchObject({
      items: [{ kind: "sale", delta: -1 }, { kind: "count" }, { kind: "opening" }],
    });
    expect(
      await shop.read(`/api/v1/audit/lineage?figure=product.quantity&about=${milo}`),
    ).toMatchObject({
      value: 3,
      lines: [
        { about: before, share: 2 },
        { about: after, running: 3 },
      ],
    });
    expect(await shop.read(`/api/v1/audit/stories/product/${milo}`)).toMatchObject({
      events: [
        { type: "ProductAdded" },
        { type: "StockCounted" },
        { subject: { id: before } },
        { subject: { id: after } },
      ],
    });
  });

  test("TILL-43: while a late sale is appended has it decided again", async () => {
    const appends: number[] = [];
    let countNow = (): Promise<unknown> => Promise.resolve();
    const over = (store: EventStore): EventStore => ({
      ...store,
      appendInOrder: async (commands) => {
        if (appends.push(commands.length) === 1) await countNow();
        return store.appendInOrder(commands);
      },
    });
    const app = await openEntriesApi(apis, { over });
    const late = await openCounter(apis, app);
    const milo = await late.addProduct("Milo", 10);
    countNow = () => late.changeProduct(milo, { stock: 6 });
    const sale = await late.sell(soldLines([line(milo, 2)]), { at: longAgo() });
    expect(appends).toEqual([1, 1]);
    expect(await late.stockOf(milo)).toBe(6);
    expect(await late.eventsOf(sale)).toMatchObject([{ data: { lines: [{ counted: true }] } }]);
    await app.close();
  });
});

describe("TILL-51: voiding a till's sale", () => {
  const remove = (sale: string) => shop.ask("DELETE", "/api/sales.php", { id: sale });

  test("returns the stock that it took, once", async () => {
    const milo = await shop.addProduct("Milo", 1);
    const sale = await shop.sell(soldLines([line(milo, 3)]));
    await remove(sale);
    await remove(sale);
    expect(await shop.stockOf(milo)).toBe(1);
    expect(await shop.read("/api/sales.php")).toEqual([]);
    expect(await shop.read(`/api/v1/sales/${sale}`)).toMatchObject({
      voided: true,
      receipt_number: expect.stringMatching(/^1-2-/),
    });
  });

  test("returns nothing for lines that took nothing", async () => {
    const [milo, sugar] = [await shop.addProduct("Milo", 10), await shop.addProduct("Sugar", 10)];
    await shop.changeProduct(milo, { stock: 6 });
    const unknown = newId();
    const sold = soldLines([line(milo, 2), line(unknown, 4), line(sugar, 1), line(sugar, 2)]);
    const sale = await shop.sell(sold, { at: longAgo() });
    expect([await shop.stockOf(milo), await shop.stockOf(sugar)]).toEqual([6, 7]);
    await remove(sale);
    expect([await shop.stockOf(milo), await shop.stockOf(sugar)]).toEqual([6, 10]);
    const [, voided] = await shop.eventsOf(sale);
    expect(voided).toMatchObject({ type: "SaleVoided", stock: [[sugar, 3, 10]] });
    expect(await shop.report("product")).toEqual([]);
    const lineage = await shop.read(`/api/v1/audit/lineage?figure=product.quantity&about=${milo}`);
    expect(lineage).toMatchObject({ value: 0, lines: [{ share: 2 }, { share: -2, running: 0 }] });
  });
});

describe("what the till did not know", () => {
  test("TILL-44: a product that the server does not know is sold, and shown by name or id", async () => {
    const unknown = newId();
    const sale = await shop.sell(soldLines([line(unknown, 2)]));
    expect(await flagsOf(shop, sale)).toEqual(["product-unknown"]);
    expect(await shop.report("product")).toMatchObject([{ id: unknown, name: null, quantity: 2 }]);
    expect(JSON.stringify(await shop.read("/api/sales/reports.php"))).toContain("Unknown product");
    expect(await shop.read(`/api/v1/sales/${sale}`)).toMatchObject({ items: [{ name: "Milo" }] });
    // The id of something else is no product's either.
    const customer = await shop.addCustomer("Ama");
    expect(await flagsOf(shop, await shop.sell(soldLines([line(customer, 1)])))).toEqual([
      "product-unknown",
    ]);
  });

  test("TILL-45: the name of an erased customer is not kept, and their id is", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const customer = await shop.addCustomer("Ama");
    const sold = soldLines([line(milo, 1)], {
      customer: { id: CustomerId.parse(customer), name: "Ama Mensah" },
      notes: "for the church",
    });
    const before = await shop.sell(sold);
    expect(await shop.read("/api/sales.php")).toMatchObject([
      { id: before, first_name: "Ama", customer_id: customer },
    ]);
    await shop.ask("POST", `/api/v1/customers/${customer}/erase`, {});
    const after = await shop.sell(sold);
    expect(await flagsOf(shop, after)).toEqual([]);
    const detail = await shop.read(`/api/v1/sales/${after}`);
    expect(detail).toMatchObject({ customer_id: customer, first_name: null, notes: null });
    expect(JSON.stringify(await shop.read(`/api/v1/audit/stories/sale/${after}`))).toContain(
      "to an erased person",
    );
    const rows = await apis.query<{ text: string }>(
      "select s::text as text from rm.rm_sales s where tenant_id = $1",
      [shop.tenantId],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/Ama|Mensah|church/);
  });

  test("TILL-45: nothing is sealed with the key of an erased customer", async () => {
    const customer = await shop.addCustomer("Ama");
    await shop.ask("POST", `/api/v1/customers/${customer}/erase`, {});
    const sealer = sealerOver(apis.as("cmd_writer"));
    await expect(sealer.seal(shop.tenantId, customer, "Ama")).rejects.toThrow();
    expect(await sealer.seal(shop.tenantId, newId(), "Ama")).toMatch(/^sealed:/);
  });

  test("TILL-46: an unknown customer is left out", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const customer = { id: CustomerId.parse(newId()), name: "Kofi" };
    const sale = await shop.sell(soldLines([line(milo, 1)], { customer }));
    expect(await flagsOf(shop, sale)).toEqual(["customer-unknown"]);
    expect(await shop.read(`/api/v1/sales/${sale}`)).toMatchObject({ customer_id: null });
  });

  test("TILL-47: a price counts as it was in force when the sale took place", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const at = await momentInBetween();
    await shop.changeProduct(milo, { price: 5 });
    expect(await flagsOf(shop, await shop.sell(soldLines([line(milo, 1)]), { at }))).toEqual([]);
    expect(await flagsOf(shop, await shop.sell(soldLines([line(milo, 1)])))).toEqual(["old-price"]);
    expect(await shop.stockOf(milo)).toBe(8);
  });

  test("TILL-48: a product that was deleted when it was sold is flagged", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const at = await momentInBetween();
    await shop.ask("DELETE", `/api/products.php?id=${milo}`, {});
    expect(await flagsOf(shop, await shop.sell(soldLines([line(milo, 1)]), { at }))).toEqual([]);
    expect(await flagsOf(shop, await shop.sell(soldLines([line(milo, 1)])))).toEqual(["archived"]);
    expect(await shop.stockOf(milo)).toBe(8);
  });

  test("TILL-49, TILL-50: rights of then and sums of the server are compared", async () => {
    const milo = await shop.addProduct("Milo", 10);
    const cheaper = soldLines([line(milo, 1, { unitPriceMinor: 400, totalMinor: 400 })]);
    const other = soldLines([line(milo, 1, { totalMinor: 449 })]);
    expect(await flagsOf(shop, await shop.sell(cheaper))).toEqual([]);
    expect(await flagsOf(shop, await shop.sell(other))).toEqual(["other-sum"]);

    const esi = UserId.parse(newId());
    const log = createEventStore(apis.as("cmd_writer"));
    await joinStaff(log, shop.tenantId, { type: "JoinStaff", userId: esi, role: "cashier" });
    const entry = shop.till.entry("sale", cheaper, { person: esi });
    await shop.till.deliver([entry]);
    expect(await flagsOf(shop, entry.id)).toEqual(["person-unproved", "no-right"]);
  });
});
