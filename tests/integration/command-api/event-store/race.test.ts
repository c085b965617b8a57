import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ProductId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { selling } from "#tests/kit/builders/append-commands.ts";
import { createRandom, type Random, shuffled } from "#tests/kit/builders/random.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

const CALLERS = 64;
const UNITS = 100;
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

describe("64 callers on two service instances for 100 units of three products", () => {
  test("sell exactly 100 of each, otherwise get only refusals, and leave a log without a gap", async () => {
    const shops = await Promise.all([openInstances(tenant(1)), openInstances(tenant(2))]);
    const seed = Date.now();
    const random = createRandom(seed);
    const heard = new Map<string, number>();
    const sold = new Map<TenantId, number>();
    const tries = shops.flatMap(({ instances, products }) =>
      [...singles(products), ...baskets(products, random)].map((basket, index) => ({
        portal: instances[index % 2],
        basket,
      })),
    );
    const waiting = shuffled(tries, random);
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const { portal, basket } = next;
          if (!portal) throw new Error("no instance");
          const outcome = await portal.sell(basket.map((product) => [product, 1] as const));
          const result = isRejection(outcome) ? outcome.rejected : "sold";
          heard.set(result, (heard.get(result) ?? 0) + 1);
          if (result === "sold") sold.set(portal.tenantId, (sold.get(portal.tenantId) ?? 0) + 1);
        }
      }),
    );

    expect([...heard.keys()].toSorted(), `seed ${seed}`).toEqual(["insufficient-stock", "sold"]);
    for (const [index, { instances, products }] of shops.entries()) {
      const tenantId = tenant(index + 1);
      const streams = products.map((product) => StreamId.parse(product));
      expect(instances[0]?.tenantId).toBe(tenantId);
      expect(await db.onHand(tenantId, streams), `seed ${seed}`).toEqual([0, 0, 0]);
      expect(await soldUnits(tenantId)).toEqual(
        Object.fromEntries(products.map((product) => [product, UNITS])),
      );
      const sales = sold.get(tenantId) ?? 0;
      expect(await db.numbersOf(tenantId)).toEqual(gapless(1 + NAMES.length + sales));
      expect(await receiptsOf(tenantId)).toEqual({ receipts: sales, last: sales });
    }
  });

  test("never see a negative stock at any point of the log", async () => {
    const [row] = await db.query(
      `select count(*)::int as below from es.events e, json_array_elements(e.effects->'stock') s
        where (s->>2)::int < 0`,
    );
    expect(row).toEqual({ below: 0 });
  });
});

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
  const [row] = await db.query(
    `select count(distinct (effects->'counters'->0->>1)::int)::int as receipts,
            max((effects->'counters'->0->>1)::int) as last
       from es.events where tenant_id = $1 and type = 'SaleRecorded'`,
    [tenantId],
  );
  return row;
}

test("50 callers for the last unit: one gets it", async () => {
  const { instances } = await openInstances(tenant(3));
  const [portal] = instances;
  const added = await portal?.add("The last tin", 1);
  if (!added || isRejection(added)) throw new Error("not added");
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => sellOne(instances[index % 2], added.id)),
  );
  expect(outcomes.filter((outcome) => outcome === "sold")).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(["sold", "insufficient-stock: The last tin"]));
});

test("checking the stock first and selling without the floor oversells (control)", async () => {
  const { products } = await openInstances(tenant(4));
  const [product] = products.map((id) => StreamId.parse(id));
  if (!product) throw new Error("no product");
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let [left = 0] = await db.onHand(tenant(4), [product]); left > 0;) {
        await db.append([selling(tenant(4), [[product, 1]], { floor: false })]);
        [left = 0] = await db.onHand(tenant(4), [product]);
      }
    }),
  );
  const [left = 0] = await db.onHand(tenant(4), [product]);
  expect(left).toBeLessThan(0);
});

async function sellOne(portal: Counter | undefined, product: ProductId): Promise<string> {
  const outcome = await portal?.sell([[product, 1]]);
  if (!outcome) return "no instance";
  return isRejection(outcome) ? `${outcome.rejected}: ${outcome.detail}` : "sold";
}
