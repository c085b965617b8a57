import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { sumsTable } from "#projector/projections/table.ts";
import { fromLog } from "#projector/sources.ts";
import { createRandom, shuffled } from "#tests/kit/builders/random.ts";
import { productOf, saleOf } from "#tests/kit/builders/shop-log.ts";
import { emptyReadModels, positions, readModels, rowsOf } from "#tests/kit/database/read-models.ts";

import { AMA, BOTH, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let tenants: TwoTenants;

beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());
beforeEach(() => emptyReadModels(tenants.database.admin));

const now = () => readModels(tenants.database.admin);

test("the rows are what the events say", async () => {
  await tenants.replay();
  const products = await rowsOf(tenants.database.admin, "rm_products", KOFI);
  expect(products.find((row) => row["product_id"] === productOf(2))).toMatchObject({
    name: "Product 2",
    price_minor: "600",
    archived: false,
    version: 2,
  });
  const sales = await rowsOf(tenants.database.admin, "rm_sales", AMA);
  expect(sales).toHaveLength(60);
  expect(sales.find((row) => row["sale_id"] === saleOf(8))).toMatchObject({
    receipt_number: 8,
    item_count: 3,
    total_minor: "448",
    voided_ms: null,
  });
  expect(sales.filter((row) => row["voided_ms"] !== null)).toHaveLength(8);
});

test("stock equals the log's own stream heads", async () => {
  await tenants.replay();
  const { rows } = await tenants.database.admin.query(
    `select p.stock, h.on_hand from rm.rm_products p
       join es.stream_heads h on h.tenant_id = p.tenant_id and h.stream_id = p.product_id`,
  );
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ stock, on_hand }) => stock !== on_hand)).toEqual([]);
});

test("the totals are those of the sales that are not voided", async () => {
  await tenants.replay();
  const { rows } = await tenants.database.admin.query(
    `select d.tenant_id, sum(d.orders)::int as orders, sum(d.total_minor)::int as total,
            (select sum(s.total_minor)::int from rm.rm_sales s
              where s.tenant_id = d.tenant_id and s.voided_ms is null) as sold,
            (select sum(t.revenue_minor)::int from rm.rm_product_totals t
              where t.tenant_id = d.tenant_id) as revenue,
            (select sum(t.revenue_minor)::int from rm.rm_product_days t
              where t.tenant_id = d.tenant_id) as by_day
       from rm.rm_daily_totals d group by d.tenant_id order by d.tenant_id`,
  );
  const once = 52 * (250 + 198);
  const twice = 2 * once;
  expect(rows).toEqual([
    { tenant_id: AMA, orders: 52, total: once, sold: once, revenue: once, by_day: once },
    { tenant_id: KOFI, orders: 52, total: twice, sold: twice, revenue: twice, by_day: twice },
  ]);
});

test("every event delivered twice in shuffled batches gives the same read models", async () => {
  const random = createRandom(20_261_121);
  const byTurns = tenants.events.toSorted((a, b) => a.seq - b.seq);
  const delivered = [];
  while (byTurns.length > 0) {
    const window = byTurns.splice(0, 1 + Math.floor(random() * 40));
    delivered.push(...window);
    await tenants.deliver(shuffled([...window, ...window], random));
    await tenants.deliver(shuffled(delivered, random).slice(0, 30));
  }
  expect(await now()).toEqual(tenants.expected);

  const everything = shuffled([...tenants.events, ...tenants.events], random);
  await emptyReadModels(tenants.database.admin);
  while (everything.length > 0) await tenants.deliver(everything.splice(0, 25));
  expect(await now()).toEqual(tenants.expected);
});

test("events missing before a message are read from the log first", async () => {
  const last = tenants.events.filter(({ tenantId }) => tenantId === AMA).slice(-1);
  const others = tenants.events.filter(({ tenantId }) => tenantId === KOFI);
  const reached = await tenants.deliver([...last, ...others]);

  expect([...reached]).toEqual([
    [KOFI, others.length],
    [AMA, others.length],
  ]);
  expect(await now()).toEqual(tenants.expected);
});

test("two tenants with equal stream ids and numbers never mix", async () => {
  const [ofAma, ofKofi] = BOTH.map((id) =>
    tenants.events.filter(({ tenantId }) => tenantId === id),
  );
  const namesOf = (events = tenants.events) => events.slice(1).map((e) => [e.streamId, e.seq]);
  expect(namesOf(ofAma)).toEqual(namesOf(ofKofi));

  await tenants.deliver(ofAma ?? []);
  const alone = await rowsOf(tenants.database.admin, "rm_products", AMA);
  expect(await rowsOf(tenants.database.admin, "rm_products", KOFI)).toEqual([]);

  await tenants.deliver(ofKofi ?? []);
  expect(await rowsOf(tenants.database.admin, "rm_products", AMA)).toEqual(alone);
  expect(await now()).toEqual(tenants.expected);
});

test("two projectors that get everything at once apply it once", async () => {
  await Promise.all(Array.from({ length: 6 }, () => tenants.replay(17)));
  expect(await now()).toEqual(tenants.expected);
});

test("a new projection starts at the first event, and the others are not repeated", async () => {
  const known = PROJECTIONS.filter(({ name }) => name !== "product_days");
  await consume(tenants.consuming, { tenantIds: BOTH, projections: known }, fromLog());
  expect((await now())["rm_product_days"]).toEqual([]);
  await tenants.replay();
  expect(await now()).toEqual(tenants.expected);
});

test("checkpoints move with the rows or not at all", async () => {
  const { table } = sumsTable("rm_daily_totals", { day: "date" }, { orders: "int" });
  const types = new Set(["SaleRecorded"]);
  const changes = () => {
    throw new Error("a fault in the last projection");
  };
  const projections = [...PROJECTIONS, { name: "failing", table, types, changes }];

  await expect(
    consume(tenants.consuming, { tenantIds: BOTH, projections }, fromLog()),
  ).rejects.toThrow("a fault in the last projection");
  expect(new Set(Object.values(await positions(tenants.database.admin, AMA)))).toEqual(
    new Set([0]),
  );
  expect(Object.values(await now()).flat()).toEqual([]);
});
