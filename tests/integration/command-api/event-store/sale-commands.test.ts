import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Accepted } from "#command-api/event-store/handle-command.ts";
import { toSaleWritten } from "#command-api/sale/sale.routes.ts";
import { type ProductId, SaleId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

const [OURS, OTHERS] = [tenant(1), tenant(2)];
const AMA = { first_name: "Ama", last_name: "Mensah", phone: "0244000001" };

let db: LogDatabase;
let sealer: Sealer;
let ours: Counter;
let others: Counter;
let milo: ProductId;
let theirs: ProductId;
beforeAll(async () => {
  db = await openLogDatabase();
  const store = db.store();
  sealer = sealerOver(db.as("cmd_writer", 1));
  await openShop(store, OURS, { taxRateBp: 2000, timezone: "Africa/Lagos" });
  await openShop(store, OTHERS);
  ours = openCounter(store, OURS, sealer);
  others = openCounter(store, OTHERS, sealer);
  [milo, theirs] = await Promise.all([added(ours, "Milo", 1000), added(others, "Milo", 1000)]);
});
afterAll(() => db.close());

async function added(counter: Counter, name: string, stock: number): Promise<ProductId> {
  const outcome = await counter.add(name, stock);
  if (isRejection(outcome)) throw new Error(outcome.rejected);
  return outcome.id;
}

async function soldOf(selling: ReturnType<Counter["sell"]>): Promise<Accepted> {
  const outcome = await selling;
  if (isRejection(outcome)) throw new Error(outcome.rejected);
  return outcome;
}
async function recordedOf(selling: ReturnType<Counter["sell"]>) {
  const [applied] = (await soldOf(selling)).events;
  if (applied?.event.type !== "SaleRecorded") throw new Error("no sale");
  return applied.event.data;
}
const stockOf = async (counter: Counter, product: ProductId): Promise<number | undefined> =>
  (await db.onHand(counter.tenantId, [StreamId.parse(product)]))[0];

describe("a sale", () => {
  test("is priced, taxed and dated by the tenant's settings, and has a receipt", async () => {
    // Half past eleven at night in Accra is the next day in Lagos.
    const occurredMs = Date.parse("2026-11-21T23:30:00Z");
    const accepted = await soldOf(ours.sell([[milo, 2]], { occurredMs }));
    expect(toSaleWritten(accepted)).toMatchObject({
      receipt_number: "1-1-1",
      total_amount: 90,
      tax_amount: 15,
      currency: "GHS",
      created_at: "2026-11-21T23:30:00.000Z",
      item_count: 1,
      unit_count: 2,
      payment_method: "cash",
    });
    expect(accepted.events[0]?.event.data).toMatchObject({ businessDate: "2026-11-22" });
  });

  test("numbers its receipts without a gap despite refusals, per tenant", async () => {
    const little = await added(ours, "Last tin", 1);
    const numbers: unknown[] = [];
    for (const basket of [
      [[milo, 1]],
      [[milo, 2000]],
      [[milo, 1]],
      [[milo, 1, 1]],
      [[little, 2]],
      [[milo, 1]],
    ] as const) {
      const outcome = await ours.sell(basket);
      numbers.push(isRejection(outcome) ? outcome.rejected : toSaleWritten(outcome).receipt_number);
    }
    const refused = "insufficient-stock";
    expect(numbers).toEqual([
      "1-1-2",
      refused,
      "1-1-3",
      "price-override-refused",
      refused,
      "1-1-4",
    ]);
    expect(toSaleWritten(await soldOf(others.sell([[theirs, 1]]))).receipt_number).toBe("1-1-1");
  });

  test("refused for its stock names the product", async () => {
    const tea = await added(ours, "Green tea", 1);
    expect(
      await ours.sell([
        [milo, 1],
        [tea, 2],
      ]),
    ).toStrictEqual({
      rejected: "insufficient-stock",
      detail: "Green tea",
    });
  });

  test("keeps the customer's name sealed under the customer's own key", async () => {
    const ama = await ours.addCustomer(AMA);
    if (isRejection(ama)) throw new Error(ama.rejected);
    const { customer } = await recordedOf(ours.sell([[milo, 1]], { customer: ama.id }));
    expect(customer?.id).toBe(ama.id);
    expect(customer?.name).toContain(`sealed:v1:${ama.id}:`);
    expect(customer && (await sealer.open(OURS, customer.name))).toBe("Ama Mensah");
    // A text sealed for one tenant does not open for another.
    const foreign = customer && sealerOver(db.as("cmd_writer", 1)).open(OTHERS, customer.name);
    expect(await foreign).toBeUndefined();
    const [clear] = await db.query(
      `select count(*)::int as n from es.events
        where data::text ~* 'mensah|0244000001' or meta::text ~* 'mensah'`,
    );
    const [state] = await db.query(
      "select count(*)::int as n from es.stream_heads where state::text ~* 'mensah|0244000001'",
    );
    expect([clear, state]).toEqual([{ n: 0 }, { n: 0 }]);
  });

  test("has no row among the heads of streams", async () => {
    const { saleId } = await recordedOf(ours.sell([[milo, 1]]));
    const heads = "select from es.stream_heads where stream_id = $1";
    expect(await db.query(heads, [saleId])).toEqual([]);
    expect(await db.query(heads, [milo])).toHaveLength(1);
  });

  test("to a customer that is unknown, another tenant's or another kind of stream is refused", async () => {
    const stranger = await others.addCustomer(AMA);
    if (isRejection(stranger)) throw new Error(stranger.rejected);
    const before = await db.numbersOf(OURS);
    for (const customer of [stranger.id, newId(), milo, OURS, "not-an-id"]) {
      expect(await ours.sell([[milo, 1]], { customer })).toStrictEqual({
        rejected: "customer-not-found",
      });
    }
    expect(await db.numbersOf(OURS)).toEqual(before);
  });

  test("SALE-13: at another price than the product's is refused without the right", async () => {
    expect(await ours.sell([[milo, 1, 1]])).toStrictEqual({
      rejected: "price-override-refused",
      detail: "Milo",
    });
  });
});

describe("voiding a sale", () => {
  test("gives all stock back once, however often and however concurrently it is sent", async () => {
    const tea = await added(ours, "Tea", 10);
    const { saleId } = await recordedOf(
      ours.sell([
        [tea, 2],
        [tea, 1],
      ]),
    );
    expect(await stockOf(ours, tea)).toBe(7);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => ours.void(saleId)));
    expect(outcomes.filter(isRejection)).toEqual([]);
    expect(outcomes.filter((one) => !isRejection(one) && one.events.length > 0)).toHaveLength(1);
    expect(await stockOf(ours, tea)).toBe(10);
    expect(await ours.void(saleId)).toStrictEqual({ events: [] });
    expect(await stockOf(ours, tea)).toBe(10);
  });

  test("an unknown id, another tenant's or another stream type's is refused and changes nothing", async () => {
    const { saleId } = await recordedOf(others.sell([[theirs, 3]]));
    const before = await stockOf(others, theirs);
    for (const id of [saleId, milo, OURS, newId()]) {
      expect(await ours.void(SaleId.parse(id))).toStrictEqual({ rejected: "sale-not-found" });
    }
    expect(await stockOf(others, theirs)).toBe(before);
  });
});

test("despite refusals, both logs have every sequence number once", async () => {
  for (const id of [OURS, OTHERS]) {
    const numbers = await db.numbersOf(id);
    expect(numbers).toEqual(gapless(numbers.events));
  }
});
