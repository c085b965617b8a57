import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { ProductId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { newId } from "#kernel/node/ids.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

const [OURS, OTHERS, GROWN] = [tenant(1), tenant(2), tenant(3)];

let db: LogDatabase;
let ours: Counter;
let others: Counter;
/** A tenant whose trial is over, with a plan for 100 products. */
let grown: Counter;
beforeAll(async () => {
  db = await openLogDatabase();
  const store = db.store();
  const sealer = sealerOver(db.as("cmd_writer", 1));
  await Promise.all([openShop(store, OURS), openShop(store, OTHERS)]);
  await openShop(store, GROWN, { trialUntil: "2020-01-01" });
  ours = openCounter(store, OURS, sealer);
  others = openCounter(store, OTHERS, sealer);
  grown = openCounter(store, GROWN, sealer);
});
afterAll(() => db.close());

async function added(counter: Counter, stock = 10): Promise<ProductId> {
  const outcome = await counter.add("Milo 400g", stock);
  if (isRejection(outcome)) throw new Error(outcome.rejected);
  return outcome.id;
}

async function headOf(tenantId: TenantId, id: string) {
  const [row] = await db.query<{ version: number; name: string; stock: number }>(
    `select version, state->>'name' as name, on_hand as stock from es.stream_heads
      where tenant_id = $1 and stream_id = $2`,
    [tenantId, id],
  );
  return row;
}
const codesOf = (outcomes: readonly object[]): string[] =>
  outcomes.map((one) => (isRejection(one) ? one.rejected : "done")).toSorted();

describe("two concurrent edits of one product", () => {
  let milo: ProductId;
  beforeEach(async () => {
    milo = await added(ours);
  });

  test("both happen: the second is decided again on the new state", async () => {
    const edits = [ours.change(milo, { name: "A" }), ours.change(milo, { description: "B" })];
    expect(codesOf(await Promise.all(edits))).toEqual(["done", "done"]);
    expect(await headOf(OURS, milo)).toMatchObject({ version: 3, name: "A" });
  });

  test("with If-Match only one happens, and the other is refused at once", async () => {
    const edits = ["A", "B", "C"].map((name) => ours.change(milo, { name }, { ifMatch: 1 }));
    const outcomes = codesOf(await Promise.all(edits));
    expect(outcomes).toEqual(["done", "version-mismatch", "version-mismatch"]);
    expect(await headOf(OURS, milo)).toMatchObject({ version: 2 });
    expect(codesOf([await ours.change(milo, { name: "D" }, { ifMatch: 1 })])).toEqual([
      "version-mismatch",
    ]);
    expect(codesOf([await ours.change(milo, { name: "D" }, { ifMatch: 2 })])).toEqual(["done"]);
  });

  test("by concurrent callers are applied whole or refused as concurrent", async () => {
    const edits = Array.from({ length: 12 }, (_, index) =>
      ours.change(milo, { name: `Name ${index}` }),
    );
    const outcomes = await Promise.all(edits);
    const done = codesOf(outcomes).filter((one) => one === "done").length;
    expect(done).toBeGreaterThanOrEqual(3);
    expect(new Set([...codesOf(outcomes), "concurrent-change"])).toEqual(
      new Set(["done", "concurrent-change"]),
    );
    expect(await headOf(OURS, milo)).toMatchObject({ version: 1 + done });
  });
});

describe("a stock count sent with an edit", () => {
  test("is refused with a stale expected stock, and nothing of the edit is written", async () => {
    const milo = await added(ours);
    await ours.sell([[milo, 1]]);
    const stale = { stock: 15, expected_stock: 10, name: "Milo 500g" };
    expect(await ours.change(milo, stale)).toStrictEqual({ rejected: "stock-changed" });
    expect(await headOf(OURS, milo)).toMatchObject({ version: 1, name: "Milo 400g", stock: 9 });
    expect(await ours.change(milo, { ...stale, expected_stock: 9 })).toStrictEqual({
      id: milo,
      stock: 15,
    });
  });

  test("is accepted without an expected stock, and an equal count is no event", async () => {
    const milo = await added(ours);
    await ours.sell([[milo, 1]]);
    expect(await ours.change(milo, { stock: 9 })).toStrictEqual({ id: milo });
    expect(await headOf(OURS, milo)).toMatchObject({ version: 1 });
    expect(await ours.change(milo, { stock: 15 })).toStrictEqual({ id: milo, stock: 15 });
  });

  test("cannot go below zero by an adjustment", async () => {
    const milo = await added(ours, 3);
    expect(await ours.adjust(milo, -4)).toMatchObject({ rejected: "insufficient-stock" });
    expect(await ours.adjust(milo, -3)).toStrictEqual({ id: milo, stock: 0 });
  });
});

describe("an id", () => {
  test("an unknown id, another tenant's or another stream type's is not found, and nothing is written", async () => {
    const [theirs, mine] = [await added(others), await added(ours)];
    const ama = await ours.addCustomer({ first_name: "Ama", last_name: "Mensah" });
    const sale = await ours.sell([[mine, 1]]);
    if (isRejection(ama) || isRejection(sale)) throw new Error("not written");
    const [recorded] = sale.events;
    const saleId = recorded?.event.type === "SaleRecorded" ? recorded.event.data.saleId : "";
    const before = await Promise.all([db.numbersOf(OURS), db.numbersOf(OTHERS)]);
    for (const id of [theirs, ama.id, saleId, OURS, newId()].map((one) => ProductId.parse(one))) {
      const outcomes = await Promise.all([
        ours.change(id, { name: "Stolen" }),
        ours.adjust(id, 5),
        ours.archive(id),
        ours.sell([[id, 1]]),
        ours.sell([
          [mine, 1],
          [id, 1],
        ]),
      ]);
      expect(new Set(codesOf(outcomes)), id).toEqual(new Set(["product-not-found"]));
    }
    expect(await Promise.all([db.numbersOf(OURS), db.numbersOf(OTHERS)])).toEqual(before);
    expect(await headOf(OTHERS, theirs)).toMatchObject({ version: 1, stock: 10 });
  });

  test("in capitals names the same product, also twice in one sale", async () => {
    const milo = await added(ours, 5);
    const loud = ProductId.parse(milo.toUpperCase());
    expect(
      codesOf([
        await ours.sell([
          [milo, 3],
          [loud, 3],
        ]),
      ]),
    ).toEqual(["insufficient-stock"]);
    expect(
      codesOf([
        await ours.sell([
          [milo, 3],
          [loud, 2],
        ]),
      ]),
    ).toEqual(["done"]);
    expect(await db.onHand(OURS, [StreamId.parse(milo)])).toEqual([0]);
  });
});

describe("a deleted product", () => {
  test("cannot be edited, moved or sold, and deleting it again changes nothing", async () => {
    const milo = await added(ours);
    expect(await ours.archive(milo)).toStrictEqual({ id: milo });
    expect(await ours.archive(milo)).toStrictEqual({ id: milo });
    const outcomes = [
      await ours.change(milo, { name: "Milo" }),
      await ours.adjust(milo, 1),
      await ours.sell([[milo, 1]]),
    ];
    expect(codesOf(outcomes)).toEqual(["product-archived", "product-archived", "product-archived"]);
    expect(outcomes[2]).toStrictEqual({ rejected: "product-archived", detail: "Milo 400g" });
    expect(await headOf(OURS, milo)).toMatchObject({ version: 2, stock: 10 });
  });
});

describe("a plan", () => {
  test("PROD-15: has room for 100 products, however many are added concurrently, and for one more after a deletion", async () => {
    const first = await added(grown);
    await db.query("update es.counters set value = 95 where tenant_id = $1 and name = 'products'", [
      GROWN,
    ]);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => grown.add("Tea", 1)));
    expect(codesOf(outcomes).filter((one) => one === "done")).toHaveLength(5);
    expect(new Set(codesOf(outcomes))).toEqual(new Set(["done", "plan-limit-reached"]));
    expect(codesOf([await grown.add("Tea", 1)])).toEqual(["plan-limit-reached"]);
    await grown.archive(first);
    await grown.archive(first);
    expect(codesOf([await grown.add("Tea", 1), await grown.add("Tea", 1)])).toEqual([
      "done",
      "plan-limit-reached",
    ]);
    // The other tenant is in its trial and has its own count.
    expect(codesOf([await ours.add("Tea", 1)])).toEqual(["done"]);
  });

  test("never stops a sale", async () => {
    const milo = await db.query<{ id: string }>(
      "select stream_id as id from es.stream_heads where tenant_id = $1 and stream_type = 'product' and version = 1 limit 1",
      [GROWN],
    );
    const product = ProductId.parse(milo[0]?.id);
    expect(codesOf([await grown.sell([[product, 1]])])).toEqual(["done"]);
  });
});
