import { afterAll, beforeAll, expect, test } from "vitest";

import { type ProductId, type SaleId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { selling } from "#tests/kit/builders/append-commands.ts";
import { createRandom, type Random, shuffled } from "#tests/kit/builders/random.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";
import { row } from "#tests/scorecard/row.ts";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

const CALLERS = 64;
const UNITS = 100;
const BUYERS = 320;
const NAMES = ["Milo", "Sugar", "Tea"];

/** A tenant with 100 units of each of three products, on two service instances. */
async function openInstances(tenantId: TenantId) {
  const stores = [db.store(), db.store()];
  const sealer = sealerOver(db.as("cmd_writer", 1));
  const instances = stores.map((store) => openCounter(store, tenantId, sealer));
  const [store] = stores;
  const [portal] = instances;
  if (!store || !portal) throw new Error("no instance");
  await openShop(store, tenantId);
  const products: ProductId[] = [];
  for (const name of NAMES) {
    const added = await portal.add(name, UNITS);
    if (isRejection(added)) throw new Error(added.rejected);
    products.push(added.id);
  }
  return { instances, products };
}

/** Runs all of it, so many at a time. */
async function atOnce<Item>(
  callers: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next);
    }),
  );
}

const countIn = (heard: Map<string, number>, result: string): void => {
  heard.set(result, (heard.get(result) ?? 0) + 1);
};
const EXPECTED = new Set(["sold", "insufficient-stock", "voided", "adjusted"]);
const othersIn = (heard: ReadonlyMap<string, number>): string[] =>
  [...heard.keys()].filter((result) => !EXPECTED.has(result));

/** Counted by Postgres itself, so also those that a retry hid from the caller. */
async function deadlocks(): Promise<number> {
  const [counted] = await db.query<{ n: number }>(
    "select deadlocks::int as n from pg_stat_database where datname = current_database()",
  );
  return counted?.n ?? Number.NaN;
}

/** Rows of the log with less than nothing in stock. */
async function negativeStocks(): Promise<number> {
  const [counted] = await db.query<{ below: number }>(
    `select count(*)::int as below from es.events e, json_array_elements(e.effects->'stock') s
      where (s->>2)::int < 0`,
  );
  return counted?.below ?? Number.NaN;
}

row(
  4,
  "64 callers on two instances for 100 units of three products sell exactly those",
  async (proof) => {
    const { seed, figure } = proof;
    const random = createRandom(seed);
    const shops = await Promise.all([openInstances(tenant(1)), openInstances(tenant(2))]);
    const heard = new Map<string, number>();
    const sold = new Map<TenantId, number>();
    const tries = shops.flatMap(({ instances, products }) =>
      [...singles(products), ...baskets(products, random)].map((basket, index) => ({
        portal: instances[index % 2],
        basket,
      })),
    );
    await atOnce(CALLERS, shuffled(tries, random), async ({ portal, basket }) => {
      if (!portal) throw new Error("no instance");
      const outcome = await portal.sell(basket.map((product) => [product, 1] as const));
      const result = isRejection(outcome) ? outcome.rejected : "sold";
      countIn(heard, result);
      if (result === "sold") sold.set(portal.tenantId, (sold.get(portal.tenantId) ?? 0) + 1);
    });

    expect([...heard.keys()].toSorted()).toEqual(["insufficient-stock", "sold"]);
    const units: number[] = [];
    for (const [index, { instances, products }] of shops.entries()) {
      const tenantId = tenant(index + 1);
      const streams = products.map((product) => StreamId.parse(product));
      expect(instances[0]?.tenantId).toBe(tenantId);
      expect(await db.onHand(tenantId, streams)).toEqual([0, 0, 0]);
      const ofProduct = await soldUnits(tenantId);
      units.push(...products.map((product) => ofProduct[product] ?? 0));
      const sales = sold.get(tenantId) ?? 0;
      expect(await db.numbersOf(tenantId)).toEqual(gapless(1 + NAMES.length + sales));
      expect(await receiptsOf(tenantId)).toEqual({ receipts: sales, last: sales });
    }
    expect(units).toHaveLength(shops.length * NAMES.length);
    figure("fewest units sold of 100", Math.min(...units), { exactly: UNITS });
    figure("most units sold of 100", Math.max(...units), { exactly: UNITS });
    figure("negative stocks in the log", await negativeStocks(), { exactly: 0 });
    figure("deadlocks", await deadlocks(), { exactly: 0 });
  },
);

row(
  4,
  "320 buyers, 32 at a time, also while stock is adjusted and sales are voided",
  async (proof) => {
    const { seed, figure, control } = proof;
    const random = createRandom(seed);
    const { instances, products } = await openInstances(tenant(3));
    const [one, other] = instances;
    const [milo, sugar, tea] = products;
    if (!one || !other || !milo || !sugar || !tea) throw new Error("no shop");
    const heard = new Map<string, number>();
    const [sales, orders]: [SaleId[], ProductId[][]] = [
      [],
      [
        [sugar, tea],
        [tea, sugar],
      ],
    ];
    const buy = async (portal: Counter, basket: readonly ProductId[]): Promise<void> => {
      const outcome = await portal.sell(basket.map((product) => [product, 1] as const));
      countIn(heard, isRejection(outcome) ? outcome.rejected : "sold");
      const [event] = isRejection(outcome) ? [] : outcome.events;
      if (event?.event.type === "SaleRecorded") sales.push(event.event.data.saleId);
    };
    const buyers = Array.from({ length: BUYERS }, (_, index) => index);
    await atOnce(32, buyers, (index) => buy(index % 2 === 0 ? one : other, [milo]));
    figure("units sold of 100 to 320 buyers", (await soldUnits(tenant(3)))[milo] ?? 0, {
      exactly: UNITS,
    });

    let [moved, voided] = [0, 0];
    sales.length = 0;
    await atOnce(32, buyers, async (index) => {
      const portal = index % 2 === 0 ? one : other;
      const what = random();
      const sale = what < 0.15 ? sales.pop() : undefined;
      if (sale !== undefined) {
        const outcome = await portal.void(sale);
        if (isRejection(outcome)) throw new Error(outcome.rejected);
        voided += 1;
      } else if (what < 0.3) {
        const delta = random() < 0.5 ? 1 : -1;
        const outcome = await portal.adjust(random() < 0.5 ? sugar : tea, delta);
        countIn(heard, isRejection(outcome) ? outcome.rejected : "adjusted");
        if (!isRejection(outcome)) moved += delta;
      } else {
        await buy(portal, orders[index % 2] ?? []);
      }
    });
    const ofProduct = await soldUnits(tenant(3));
    const left = await db.onHand(tenant(3), [StreamId.parse(sugar), StreamId.parse(tea)]);
    const sum = (units: readonly number[]): number => units.reduce((total, n) => total + n, 0);
    const gone = (ofProduct[sugar] ?? 0) + (ofProduct[tea] ?? 0) - 2 * voided;
    figure("units sold more than there were", gone + sum(left) - (2 * UNITS + moved), {
      exactly: 0,
    });
    figure("other answers than sold and refused", othersIn(heard).length, { exactly: 0 });
    figure("negative stocks in the log", await negativeStocks(), { exactly: 0 });
    figure("deadlocks", await deadlocks(), { exactly: 0 });
    control("units of 100 sold by reading the stock first", await soldByReadingFirst(), {
      atLeast: UNITS + 1,
    });
  },
);

/**
 * As many sales of one unit as there are units: all succeed unless another caller took the unit.
 */
const singles = (products: readonly ProductId[]): ProductId[][] =>
  products.flatMap((product) => Array.from({ length: UNITS }, () => [product]));

/** Two or three products in any order: locks taken in the callers' order would deadlock. */
const baskets = (products: readonly ProductId[], random: Random): ProductId[][] =>
  Array.from({ length: 150 }, (_, index) => shuffled(products, random).slice(0, 2 + (index % 2)));

/** Units sold according to the log. */
async function soldUnits(tenantId: TenantId): Promise<Record<string, number>> {
  const rows = await db.query<{ product: string; units: number }>(
    `select l->>'productId' as product, sum((l->>'quantity')::int)::int as units
       from es.events, json_array_elements(data->'lines') l
      where tenant_id = $1 and type = 'SaleRecorded' group by 1`,
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ product, units }) => [product, units]));
}

async function receiptsOf(tenantId: TenantId) {
  const [receipts] = await db.query(
    `select count(distinct (effects->'counters'->0->>1)::int)::int as receipts,
            max((effects->'counters'->0->>1)::int) as last
       from es.events where tenant_id = $1 and type = 'SaleRecorded'`,
    [tenantId],
  );
  return receipts;
}

test("50 callers for the last unit: one gets it", async () => {
  const { instances } = await openInstances(tenant(5));
  const [portal] = instances;
  const added = await portal?.add("The last tin", 1);
  if (!added || isRejection(added)) throw new Error("not added");
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => sellOne(instances[index % 2], added.id)),
  );
  expect(outcomes.filter((outcome) => outcome === "sold")).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(["sold", "insufficient-stock: The last tin"]));
});

/** Checks the stock first, then sells without the floor of the database. */
async function soldByReadingFirst(): Promise<number> {
  const { products } = await openInstances(tenant(4));
  const [product] = products.map((id) => StreamId.parse(id));
  if (!product) throw new Error("no product");
  let sold = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let [left = 0] = await db.onHand(tenant(4), [product]); left > 0;) {
        await db.append([selling(tenant(4), [[product, 1]], { floor: false })]);
        sold += 1;
        [left = 0] = await db.onHand(tenant(4), [product]);
      }
    }),
  );
  return sold;
}

async function sellOne(portal: Counter | undefined, product: ProductId): Promise<string> {
  const outcome = await portal?.sell([[product, 1]]);
  if (!outcome) return "no instance";
  return isRejection(outcome) ? `${outcome.rejected}: ${outcome.detail}` : "sold";
}
