import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { consume, type Source } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog, fromMessages, highest } from "#projector/sources.ts";
import { openProjectorDatabase, type ProjectorDatabase } from "#tests/kit/projector-database.ts";
import { randomFrom, shuffled } from "#tests/kit/random.ts";
import {
  allEvents,
  emptyReadModels,
  positions,
  readModels,
  rowsOf,
} from "#tests/kit/read-models.ts";
import { createShopLog, productOf, saleOf, type ShopLog, tenantOf } from "#tests/kit/shop-log.ts";

const [AMA, KOFI] = [tenantOf(1), tenantOf(2)];
const BOTH = [AMA, KOFI];
const DATA_KEY = Buffer.alloc(32, 7);

let database: ProjectorDatabase;
let events: readonly StoredEvent[];
let expected: Record<string, string[]>;

/** The same streams, versions and numbers in both shops; `times` sets their figures apart. */
function live(shop: ShopLog, times: number): void {
  shop.register(`Shop ${times}`);
  for (let product = 1; product <= 5; product += 1) shop.addProduct(product, 10_000 * times);
  for (let sale = 1; sale <= 60; sale += 1) {
    const sold = [
      { product: 1 + (sale % 5), quantity: times },
      { product: 1 + ((sale + 1) % 5), quantity: 2 * times, priceMinor: 99 },
    ];
    shop.sell(sale, sold, { day: `2026-03-0${1 + (sale % 3)}` });
    if (sale % 7 === 0) shop.voidSale(sale, sold, `2026-03-0${1 + (sale % 3)}`);
    if (sale % 10 === 0) shop.adjustStock(1, -times);
  }
  shop.changeProduct(2, "ProductRepriced", {
    fromMinor: 250,
    toMinor: 300 * times,
    currency: "GHS",
  });
  shop.changeProduct(3, "ProductDetailsChanged", {
    changes: { name: { from: "Product 3", to: `Rice ${times}` } },
  });
  shop.changeProduct(4, "ProductArchived");
}

const step = (source: Source, tenantIds = BOTH) =>
  consume(
    { pool: database.projector, dataKey: DATA_KEY },
    { tenantIds, projections: PROJECTIONS },
    source,
  );

const deliver = (messages: readonly StoredEvent[], onForged: () => void = () => undefined) =>
  step(fromMessages(messages, onForged), [...highest(messages).keys()]);

async function replay(): Promise<void> {
  while ((await step(fromLog())).size > 0);
}

beforeAll(async () => {
  database = await openProjectorDatabase();
  const shops = BOTH.map((tenantId) => createShopLog(database.writer, tenantId));
  for (const [index, shop] of shops.entries()) {
    live(shop, index + 1);
    await shop.flush();
  }
  events = (await allEvents(database.admin)).filter(({ tenantId }) => BOTH.includes(tenantId));
  await replay();
  expected = await readModels(database.admin);
});
afterAll(() => database.close());
beforeEach(() => emptyReadModels(database.admin));

test("the rows are what the events say", async () => {
  await replay();
  const [product] = (await rowsOf(database.admin, "rm_products", KOFI)).filter(
    (row) => row["product_id"] === productOf(2),
  );
  expect(product).toMatchObject({
    name: "Product 2",
    price_minor: "600",
    archived: false,
    version: 2,
  });
  const sales = await rowsOf(database.admin, "rm_sales", AMA);
  expect(sales).toHaveLength(60);
  expect(sales.find((row) => row["sale_id"] === saleOf(8))).toMatchObject({
    receipt_number: 8,
    item_count: 3,
    total_minor: "448",
    voided_ms: null,
  });
  expect(sales.filter((row) => row["voided_ms"] !== null)).toHaveLength(8);
});

test("stock is opening less sold plus voided plus adjusted, and equals what the log holds", async () => {
  await replay();
  const { rows } = await database.admin.query(
    `select p.stock, h.on_hand from rm.rm_products p
       join es.stream_heads h on h.tenant_id = p.tenant_id and h.stream_id = p.product_id`,
  );
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ stock, on_hand }) => stock !== on_hand)).toEqual([]);
});

test("the totals are those of the sales that stand", async () => {
  await replay();
  const { rows } = await database.admin.query(
    `select d.tenant_id, sum(d.orders)::int as orders, sum(d.total_minor)::int as total,
            (select sum(s.total_minor)::int from rm.rm_sales s
              where s.tenant_id = d.tenant_id and s.voided_ms is null) as sold,
            (select sum(t.revenue_minor)::int from rm.rm_product_totals t where t.tenant_id = d.tenant_id) as revenue,
            (select sum(t.revenue_minor)::int from rm.rm_product_days t where t.tenant_id = d.tenant_id) as by_day
       from rm.rm_daily_totals d group by d.tenant_id order by d.tenant_id`,
  );
  const sold = 52 * (250 + 198);
  expect(rows).toEqual([
    { tenant_id: AMA, orders: 52, total: sold, sold, revenue: sold, by_day: sold },
    {
      tenant_id: KOFI,
      orders: 52,
      total: 2 * sold,
      sold: 2 * sold,
      revenue: 2 * sold,
      by_day: 2 * sold,
    },
  ]);
});

test("every event delivered twice and in shuffled batches gives the same read models", async () => {
  const random = randomFrom(20_261_121);
  const twice = shuffled([...events, ...events], random);
  while (twice.length > 0) await deliver(twice.splice(0, 1 + Math.floor(random() * 40)));
  expect(await readModels(database.admin)).toEqual(expected);

  while ((await step(fromLog())).size > 0);
  expect(await readModels(database.admin)).toEqual(expected);
});

test("what is missing before a message is read from the log first", async () => {
  const last = events.findLast(({ tenantId }) => tenantId === AMA);
  const others = events.filter(({ tenantId }) => tenantId === KOFI);
  expect(await deliver([...(last ? [last] : []), ...others])).toEqual(
    new Map([
      [AMA, last?.seq],
      [KOFI, others.at(-1)?.seq],
    ]),
  );
  expect(await readModels(database.admin)).toEqual(expected);
});

test("two tenants with equal stream ids and seqs never meet", async () => {
  const ofAma = events.filter(({ tenantId }) => tenantId === AMA);
  const ofKofi = events.filter(({ tenantId }) => tenantId === KOFI);
  expect(ofAma.map(({ streamId, seq }) => [streamId, seq]).slice(1)).toEqual(
    ofKofi.map(({ streamId, seq }) => [streamId, seq]).slice(1),
  );
  await deliver(ofAma);
  const alone = await rowsOf(database.admin, "rm_products", AMA);
  expect(await rowsOf(database.admin, "rm_products", KOFI)).toEqual([]);
  await deliver(ofKofi);
  expect(await rowsOf(database.admin, "rm_products", AMA)).toEqual(alone);
  expect(await readModels(database.admin)).toEqual(expected);
});

test("two projectors that are given everything at once do it once", async () => {
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while ((await step(fromLog(17))).size > 0);
    }),
  );
  expect(await readModels(database.admin)).toEqual(expected);
});

test("a position moves with the rows or not at all", async () => {
  const [first] = PROJECTIONS;
  const failing = {
    ...first,
    name: "failing",
    changes: () => {
      throw new Error("boom");
    },
  };
  const scope = {
    tenantIds: BOTH,
    projections: [
      ...PROJECTIONS,
      { ...failing, table: PROJECTIONS[0]?.table ?? { name: "", key: {}, values: {} } },
    ],
  };
  await expect(
    consume({ pool: database.projector, dataKey: DATA_KEY }, scope, fromLog()),
  ).rejects.toThrow("boom");
  expect(await positions(database.admin, AMA)).toEqual({});
  expect(Object.values(await readModels(database.admin)).flat()).toEqual([]);
});

test("a message that the log does not hold like that has no effect, and the log is read instead", async () => {
  const ofAma = events.filter(({ tenantId }) => tenantId === AMA);
  const dearer = ofAma.map((event) => ({ ...event, data: event.data.replaceAll("250", "9") }));
  const forged: string[] = [];
  await deliver(dearer, () => forged.push(AMA));
  await deliver(events.filter(({ tenantId }) => tenantId === KOFI));

  expect(forged).toEqual([AMA]);
  expect(await readModels(database.admin)).toEqual(expected);
});

test("another tenant's event under this tenant's name has no effect", async () => {
  const stolen = events
    .filter(({ tenantId }) => tenantId === KOFI)
    .map((event) => ({ ...event, tenantId: AMA }));
  let forged = 0;
  await deliver(stolen, () => (forged += 1));
  await deliver(events.filter(({ tenantId }) => tenantId === KOFI));

  expect(forged).toBe(1);
  expect(await readModels(database.admin)).toEqual(expected);
});

test("a message of the future waits for nothing and leaves nothing", async () => {
  const last = events.at(-1);
  const future = last ? [{ ...last, seq: last.seq + 1000 }] : [];
  await deliver(future);
  await step(fromLog());
  expect(await readModels(database.admin)).toEqual(expected);
});

test("a message of a tenant that nobody knows leaves no trace", async () => {
  const nobody = tenantOf(99);
  await deliver(events.slice(0, 3).map((event) => ({ ...event, tenantId: nobody })));
  expect(await positions(database.admin, nobody)).toEqual({});
});
