import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { Log } from "#kernel/node/logging/logger.ts";
import { consumeOrPark, unpark } from "#projector/parking.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { fromLog } from "#projector/sources.ts";
import {
  createShopLog,
  productOf,
  saleOf,
  type ShopLog,
  tenantOf,
} from "#tests/kit/builders/shop-log.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { positions, rowsOf } from "#tests/kit/database/read-models.ts";

let database: ProjectorDatabase;
const logged: object[] = [];
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields) => logged.push(fields),
};

beforeAll(async () => {
  database = await openProjectorDatabase();
});
afterAll(() => database.close());
afterEach(() => logged.splice(0));

const parking = () => ({
  pool: database.projector,
  dataKey: Buffer.alloc(32, 7),
  log,
  nowMs: () => 5_000,
});

let shopsMade = 0;
/** A new tenant with some sales, an event that cannot be applied, and a sale after it. */
async function poisonedTenant(poison: (tenant: ShopLog) => void): Promise<ShopLog> {
  shopsMade += 1;
  const tenant = createShopLog(database.writer, tenantOf(shopsMade));
  tenant.register();
  tenant.addProduct(1, 1000);
  for (let sale = 1; sale <= 20; sale += 1) tenant.sell(sale, [{ product: 1, quantity: 1 }]);
  poison(tenant);
  tenant.sell(99, [{ product: 1, quantity: 5 }]);
  await tenant.flush();
  return tenant;
}

const healthyTenant = () => poisonedTenant(() => undefined);

const run = (tenants: readonly ShopLog[], projections: readonly Projection[] = PROJECTIONS) =>
  consumeOrPark(
    parking(),
    { tenantIds: tenants.map(({ tenantId }) => tenantId), projections },
    fromLog(),
  );

const parked = async ({ tenantId }: ShopLog): Promise<string[]> =>
  (await rowsOf<ParkedRow>(database.admin, "projection_parked", tenantId))
    .map(({ projection, seq, event_type: type }) => `${projection} at ${seq}: ${type}`)
    .toSorted((a, b) => a.localeCompare(b));
type ParkedRow = { projection: string; seq: string; event_type: string };

const positionsOf = ({ tenantId }: ShopLog) => positions(database.admin, tenantId);

const POISON_SEQ = 23;
const NAMES = PROJECTIONS.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b));

test.each([
  ["an unknown type", "SaleTeleported", "{}", 1],
  ["a newer version", "SaleVoided", "{}", 2],
  ["a missing field", "SaleRecorded", '{"saleId":"x"}', 1],
])("%s parks its tenant alone", async (_, type, data, version) => {
  const poisoned = await poisonedTenant((tenant) => tenant.raw(type, data, version));
  const healthy = await healthyTenant();
  await run([poisoned, healthy]);

  expect(await parked(poisoned)).toEqual(NAMES.map((name) => `${name} at ${POISON_SEQ}: ${type}`));
  expect(new Set(Object.values(await positionsOf(poisoned)))).toEqual(new Set([POISON_SEQ - 1]));
  expect(await parked(healthy)).toEqual([]);
  expect(await positionsOf(healthy)).toMatchObject({ sales: 23, products: 23 });
  expect(logged).toHaveLength(PROJECTIONS.length);
});

const NUL = "a\u0000b";
const voided = {
  saleId: saleOf(3),
  businessDate: "2026-03-02",
  currency: "GHS",
  lines: [],
  tenders: [],
  totalMinor: 0,
  taxMinor: 0,
};

test.each([
  ["products", "ProductDetailsChanged", { changes: { name: { from: "Product 1", to: NUL } } }],
  ["sales", "SaleVoided", { ...voided, reason: NUL }],
])(
  "a value that the database cannot store only parks %s, which would store it",
  async (name, type, data) => {
    const poisoned = await poisonedTenant((tenant) => tenant.changeProduct(1, type, data));
    await run([poisoned]);

    expect(await parked(poisoned)).toEqual([`${name} at ${POISON_SEQ}: ${type}`]);
    const others = PROJECTIONS.filter((projection) => projection.name !== name);
    expect(await positionsOf(poisoned)).toEqual({
      [name]: 22,
      ...Object.fromEntries(others.map((projection) => [projection.name, 24])),
    });
    expect(logged).toMatchObject([
      { tenantId: poisoned.tenantId, projection: name, seq: POISON_SEQ },
    ]);
  },
);

const failingAt = (name: string, seq: number): readonly Projection[] =>
  PROJECTIONS.map((projection) => ({
    ...projection,
    changes: (event, open) => {
      if (projection.name === name && event.seq === seq) throw new Error("a fault in the code");
      return projection.changes(event, open);
    },
  }));

test("a projection that throws is parked, and the others of its tenant continue", async () => {
  const [poisoned, healthy] = [await healthyTenant(), await healthyTenant()];
  const failing = failingAt("daily_totals", 11).map((projection) => ({
    ...projection,
    changes: ((event, open) =>
      event.tenantId === healthy.tenantId
        ? (PROJECTIONS.find(({ name }) => name === projection.name)?.changes(event, open) ?? [])
        : projection.changes(event, open)) satisfies Projection["changes"],
  }));
  await run([poisoned, healthy], failing);

  expect(await parked(poisoned)).toEqual(["daily_totals at 11: SaleRecorded"]);
  expect(await positionsOf(poisoned)).toMatchObject({ daily_totals: 10, sales: 23 });
  expect(await parked(healthy)).toEqual([]);
  expect(await positionsOf(healthy)).toMatchObject({ daily_totals: 23 });
});

test("an event that stops all projections is found once, and takes few transactions", async () => {
  const poisoned = await poisonedTenant((tenant) => tenant.raw("SaleTeleported", "{}"));
  let transactions = 0;
  const count = () => (transactions += 1);
  database.projector.on("acquire", count);
  await run([poisoned]);
  database.projector.off("acquire", count);

  expect(await parked(poisoned)).toEqual(NAMES.map((name) => `${name} at 23: SaleTeleported`));
  expect(new Set(Object.values(await positionsOf(poisoned)))).toEqual(new Set([22]));
  expect(transactions).toBeLessThan(PROJECTIONS.length * 5 + 25);
});

test("later events are dropped, and unparking reads them from the log", async () => {
  const poisoned = await healthyTenant();
  const intact = await healthyTenant();
  await run([intact]);
  await run([poisoned], failingAt("product_totals", 9));
  for (const tenant of [intact, poisoned]) {
    tenant.sell(200, [{ product: 1, quantity: 3 }]);
    await tenant.flush();
    await run([tenant]);
  }
  expect(await positionsOf(poisoned)).toMatchObject({ product_totals: 8, sales: 24 });

  const fixed = PROJECTIONS.find(({ name }) => name === "product_totals");
  if (!fixed) throw new Error("there is such a projection");
  await unpark(parking(), poisoned.tenantId, fixed);

  expect(await parked(poisoned)).toEqual([]);
  const figures = (of: ShopLog) => rowsOf(database.admin, "rm_product_totals", of.tenantId);
  const [expected] = await figures(intact);
  expect(await figures(poisoned)).toEqual([{ ...expected, tenant_id: poisoned.tenantId }]);
});

test("an event that still cannot be applied parks again", async () => {
  const poisoned = await healthyTenant();
  const failing = failingAt("sales", 9);
  await run([poisoned], failing);
  const broken = failing.find(({ name }) => name === "sales");
  if (!broken) throw new Error("there is such a projection");
  await unpark(parking(), poisoned.tenantId, broken);

  expect(await parked(poisoned)).toEqual(["sales at 9: SaleRecorded"]);
  expect(await positionsOf(poisoned)).toMatchObject({ sales: 8 });
});

test("a projection that fails twice and then works is not parked", async () => {
  const tenant = await healthyTenant();
  const failuresLeft = new Map([[7, 30]]);
  const flaky = PROJECTIONS.map((projection) => ({
    ...projection,
    changes: ((event, open) => {
      const left = failuresLeft.get(event.seq) ?? 0;
      failuresLeft.set(event.seq, left - 1);
      if (projection.name === "sales" && left > 27) throw new Error("not now");
      return projection.changes(event, open);
    }) satisfies Projection["changes"],
  }));
  await run([tenant], flaky);

  expect(await parked(tenant)).toEqual([]);
  expect(await rowsOf(database.admin, "rm_sales", tenant.tenantId)).toHaveLength(21);
});

test("a product named like a sealed text does no harm", async () => {
  const nearly = `sealed:v1:${"-".repeat(36)}:AAAA`;
  const genuine = `sealed:v1:${productOf(1)}:AAAA`;
  const tenant = await poisonedTenant((of) => {
    for (const to of [nearly, genuine]) {
      of.changeProduct(1, "ProductDetailsChanged", {
        changes: { name: { from: "Product 1", to } },
      });
    }
  });
  await run([tenant]);

  expect(await parked(tenant)).toEqual([]);
  expect(await rowsOf(database.admin, "rm_products", tenant.tenantId)).toMatchObject([
    { name: genuine },
  ]);
});

test("an event that is missing from the log itself is not skipped", async () => {
  const tenant = await healthyTenant();
  await database.admin.query("delete from es.events where tenant_id = $1 and seq = 12", [
    tenant.tenantId,
  ]);
  await run([tenant]);

  expect(await parked(tenant)).toEqual(NAMES.map((name) => `${name} at 13: SaleRecorded`));
  expect(new Set(Object.values(await positionsOf(tenant)))).toEqual(new Set([11]));
});
