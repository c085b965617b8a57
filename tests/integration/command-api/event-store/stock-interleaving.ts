import { expect } from "vitest";

import { type ProductId, type SaleId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { gapless, type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const CALLERS = 32;
const OPENING = 50;

/** Accepted commands moved the stock by this much. Only the log knows the difference of a count. */
type Ledger = { moved: number; refused: Set<string> };
type Shop = Readonly<{ portal: Counter; milo: ProductId; sold: SaleId[]; ledger: Ledger }>;

async function openOne(db: LogDatabase, tenantId: TenantId): Promise<Shop> {
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

type Interleaving = Readonly<{ seed: number; steps: number }>;

/** Sells, adjusts and voids from 32 callers in two shops at once. */
async function interleave(db: LogDatabase, { seed, steps }: Interleaving) {
  const random = createRandom(seed);
  const shops = await Promise.all([openOne(db, tenant(1)), openOne(db, tenant(2))]);
  let left = steps;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const shop = shops[caller % 2];
      while (shop && left > 0) {
        left -= 1;
        await step(shop, random);
      }
    }),
  );
  let [lost, broken] = [0, 0];
  for (const { portal, milo, ledger } of shops) {
    const log = await ledgerOf(db, portal.tenantId, milo);
    lost += Math.abs(log.shown - (OPENING + ledger.moved));
    broken += log.broken + Number(log.shown !== log.summed) + Number(log.lowest < 0);
    expect([...ledger.refused]).toEqual(["insufficient-stock"]);
    const numbers = await db.numbersOf(portal.tenantId);
    expect(numbers).toEqual(gapless(numbers.events));
  }
  return { lost, broken };
}

/** 30 counts of 5 more than was seen, while 150 others buy one each. */
async function countWhileSelling(db: LogDatabase, shop: Shop, isCareful: boolean) {
  const { portal, milo } = shop;
  await portal.adjust(milo, 10_000);
  const selling = Array.from({ length: 150 }, () => portal.sell([[milo, 1]]));
  const counting = Array.from({ length: 30 }, async () => {
    const seen = await onHandOf(db, portal.tenantId, milo);
    const expected = isCareful ? { expected_stock: seen } : {};
    return portal.change(milo, { stock: seen + 5, ...expected });
  });
  await Promise.all(selling);
  const outcomes = await Promise.all(counting);
  const results = outcomes.map((outcome) => (isRejection(outcome) ? outcome.rejected : "counted"));
  const found = 5 * results.filter((outcome) => outcome === "counted").length;
  const log = await ledgerOf(db, portal.tenantId, milo);
  return {
    results: new Set(results),
    lost: Math.abs(log.shown - (OPENING + 10_000 - 150 + found)),
    broken: log.broken + Number(log.shown !== log.summed),
  };
}
const REFUSALS = new Set(["counted", "stock-changed", "concurrent-change"]);

/** No unit is lost or invented by concurrent sales, adjustments, voids and counts. */
export async function proveNoLostUnit(
  { seed, figure, control }: RowTest,
  steps: number,
): Promise<void> {
  const db = await openLogDatabase();
  try {
    const mixed = await interleave(db, { seed, steps });
    figure(`units lost in ${steps} interleavings`, mixed.lost, { exactly: 0 });
    figure("breaks of the ledger", mixed.broken, { exactly: 0 });

    const careful = await countWhileSelling(db, await openOne(db, tenant(3)), true);
    expect([...careful.results].filter((result) => !REFUSALS.has(result))).toEqual([]);
    figure("units lost by counts with the expected stock", careful.lost, { exactly: 0 });
    const blind = await countWhileSelling(db, await openOne(db, tenant(4)), false);
    expect(blind.results).toContain("counted");
    expect(blind.results).not.toContain("stock-changed");
    figure("breaks of the ledger by counts", careful.broken + blind.broken, { exactly: 0 });
    control("units lost by counts without the expected stock", blind.lost, { atLeast: 1 });

    const shop = await openOne(db, tenant(5));
    await shop.portal.adjust(shop.milo, 3);
    await db.query(
      `update es.events set effects = replace(effects::text, ',3,', ',4,')::json
        where tenant_id = $1 and effects::text like '%,3,%'`,
      [tenant(5)],
    );
    const planted = await ledgerOf(db, tenant(5), shop.milo);
    control("breaks found after one changed row", planted.broken, { atLeast: 1 });
  } finally {
    await db.close();
  }
}

const onHandOf = async (
  db: LogDatabase,
  tenantId: TenantId,
  product: ProductId,
): Promise<number> => {
  const [onHand] = await db.onHand(tenantId, [StreamId.parse(product)]);
  return onHand ?? 0;
};

/** The deltas of the log, the stock after each, and the stock of the head. */
async function ledgerOf(db: LogDatabase, tenantId: TenantId, product: ProductId) {
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
