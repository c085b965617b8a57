import { afterAll, beforeAll, expect, test } from "vitest";

import { type ProductId, type SaleId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

const STEPS = 10_000;
const CALLERS = 32;
const OPENING = 50;

let db: LogDatabase;
beforeAll(async () => {
  db = await openLogDatabase();
});
afterAll(() => db.close());

/** Accepted commands moved the stock by this much. Only the log knows the difference of a count. */
type Ledger = { moved: number; refused: Set<string> };
type Shop = Readonly<{ portal: Counter; milo: ProductId; sold: SaleId[]; ledger: Ledger }>;

async function openOne(tenantId: TenantId): Promise<Shop> {
  const store = db.store();
  await openShop(store, tenantId);
  const portal = openCounter(store, tenantId, sealerOver(db.as("cmd_writer", 1)));
  const added = await portal.add("Milo 400g", OPENING);
  if (isRejection(added)) throw new Error(added.rejected);
  return { portal, milo: added.id, sold: [], ledger: { moved: 0, refused: new Set() } };
}

function note({ ledger }: Shop, outcome: object, moved: number): void {
  if (isRejection(outcome)) ledger.refused.add(outcome.rejected);
  else ledger.moved += moved;
}

async function step(shop: Shop, random: Random): Promise<void> {
  const { portal, milo } = shop;
  const what = random();
  const units = 1 + Math.floor(random() * 9);
  if (what < 0.5) return sell(shop, units);
  if (what < 0.9) {
    const delta = what < 0.8 ? units : -units;
    note(shop, await portal.adjust(milo, delta), delta);
    return undefined;
  }
  return voidSome(shop);
}

async function sell(shop: Shop, units: number): Promise<void> {
  const outcome = await shop.portal.sell([[shop.milo, units]]);
  note(shop, outcome, -units);
  const [sale] = isRejection(outcome) ? [] : outcome.events;
  if (sale?.event.type === "SaleRecorded") shop.sold.push(sale.event.data.saleId);
}

async function voidSome(shop: Shop): Promise<void> {
  const sale = shop.sold.pop();
  if (sale === undefined) return;
  const outcome = await shop.portal.void(sale);
  if (isRejection(outcome)) throw new Error(outcome.rejected);
  const [taken] = outcome.events;
  const lines = taken?.event.type === "SaleVoided" ? taken.event.data.lines : [];
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  note(shop, outcome, units);
}

test(`selling, adjusting and voiding ${STEPS} times concurrently loses and invents no unit`, async () => {
  const seed = Date.now();
  const random = createRandom(seed);
  const shops = await Promise.all([openOne(tenant(1)), openOne(tenant(2))]);
  let left = STEPS;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const shop = shops[caller % 2];
      while (shop && left > 0) {
        left -= 1;
        await step(shop, random);
      }
    }),
  );

  for (const [index, { milo, ledger }] of shops.entries()) {
    const log = await ledgerOf(tenant(index + 1), milo);
    const message = `seed ${seed}`;
    expect(log, message).toMatchObject({
      shown: OPENING + ledger.moved,
      lowest: expect.any(Number),
    });
    expect(log.shown, message).toBe(log.summed);
    expect(log.lowest, message).toBeGreaterThanOrEqual(0);
    expect(log.broken, message).toBe(0);
    expect([...ledger.refused], message).toEqual(["insufficient-stock"]);
    const numbers = await db.numbersOf(tenant(index + 1));
    expect(numbers, message).toEqual(gapless(numbers.events));
  }
}, 120_000);

/** 30 counts of 5 more than was seen, while 150 others buy one each. */
async function countWhileSelling({ portal, milo }: Shop, isCareful: boolean) {
  await portal.adjust(milo, 10_000);
  const selling = Array.from({ length: 150 }, () => portal.sell([[milo, 1]]));
  const counting = Array.from({ length: 30 }, async () => {
    const seen = await onHandOf(portal.tenantId, milo);
    const expected = isCareful ? { expected_stock: seen } : {};
    return portal.change(milo, { stock: seen + 5, ...expected });
  });
  await Promise.all(selling);
  const outcomes = await Promise.all(counting);
  return outcomes.map((outcome) => (isRejection(outcome) ? outcome.rejected : "counted"));
}
const REFUSALS = new Set(["counted", "stock-changed", "concurrent-change"]);

test("counts with the expected stock lose no concurrent sale: a stale count is refused", async () => {
  const shop = await openOne(tenant(3));
  const results = await countWhileSelling(shop, true);
  expect(results.every((outcome) => REFUSALS.has(outcome))).toBe(true);
  const found = 5 * results.filter((outcome) => outcome === "counted").length;
  const log = await ledgerOf(tenant(3), shop.milo);
  expect(log).toMatchObject({ shown: log.summed, broken: 0 });
  expect(log.shown).toBe(OPENING + 10_000 - 150 + found);
});

test("counts without the expected stock overwrite concurrent sales, and the ledger still balances", async () => {
  const shop = await openOne(tenant(4));
  const results = await countWhileSelling(shop, false);
  expect(results).toContain("counted");
  expect(new Set(results)).not.toContain("stock-changed");
  const log = await ledgerOf(tenant(4), shop.milo);
  expect(log).toMatchObject({ shown: log.summed, broken: 0 });
});

const onHandOf = async (tenantId: TenantId, product: ProductId): Promise<number> => {
  const [onHand] = await db.onHand(tenantId, [StreamId.parse(product)]);
  return onHand ?? 0;
};

/** The deltas of the log, the stock after each, and the stock of the head. */
async function ledgerOf(tenantId: TenantId, product: ProductId) {
  const [row] = await db.query<{ shown: number; summed: number; lowest: number; broken: number }>(
    `with moves as (
       select e.seq, o.i, (s->>1)::int as delta, (s->>2)::int as after
         from es.events e, json_array_elements(e.effects->'stock') with ordinality o (s, i)
        where e.tenant_id = $1 and s->>0 = $2::uuid::text),
     walked as (
       select after, sum(delta) over (order by seq, i) as summed from moves)
     select (select on_hand from es.stream_heads where tenant_id = $1 and stream_id = $2) as shown,
            (select sum(delta)::int from moves) as summed,
            min(after) as lowest, (count(*) filter (where after <> summed))::int as broken
       from walked`,
    [tenantId, product],
  );
  if (!row) throw new Error("no ledger");
  return row;
}
