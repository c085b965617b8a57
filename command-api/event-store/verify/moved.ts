import * as z from "zod/mini";

import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/platform/postgres.ts";
import type { CheckedRange } from "#kernel/platform/verify/check-range.ts";
import type { Found } from "#kernel/platform/verify/deviation.ts";

// Their bytes hold, and what does not add up to whole numbers is refused in the end: parsing each of a million effects
// took as long as hashing them.
const Effects = z.array(z.custom<EventEffects>((effects) => typeof effects === "object"));
const Sums = z.map(z.string(), z.int());

/** Adds up what the events of a log have moved, range by range in their order. */
export function createMoved() {
  const stock = new Map<string, number>();
  const counters = new Map<string, number>();

  return {
    take: ({ effects }: Pick<CheckedRange, "effects">): void => {
      for (const { stock: moves, counters: counts } of Effects.parse(JSON.parse(`[${effects}]`))) {
        for (const [product, delta] of moves ?? []) {
          stock.set(product, (stock.get(product) ?? 0) + delta);
        }
        for (const [name, after] of counts ?? []) counters.set(name, after);
      }
    },
    /** What the write model says of it. */
    compare: async (db: Queryable, tenantId: TenantId): Promise<Found[]> => [
      ...(await compareStock(db, tenantId, Sums.parse(stock))),
      ...(await compareCounters(db, tenantId, Sums.parse(counters))),
    ],
  };
}

async function compareStock(
  db: Queryable,
  tenantId: TenantId,
  stock: ReadonlyMap<string, number>,
): Promise<Found[]> {
  const { rows } = await db.query<{ product: string; onHand: number }>(
    `select stream_id as product, on_hand as "onHand" from es.stream_heads
      where tenant_id = $1 and (stream_type = 'product' or on_hand is not null) and on_hand is not null`,
    [tenantId],
  );
  const kept = new Map(rows.map(({ product, onHand }) => [product, onHand]));
  const other = [...new Set([...kept.keys(), ...stock.keys()])].filter(
    (product) => kept.get(product) !== stock.get(product),
  );
  const found: Found[] = [];
  for (const product of other) {
    const seq = await lastMoving(db, tenantId, `["${product}",`);
    const message = `the stock of ${product} is ${kept.get(product) ?? "none"}, by the log ${stock.get(product) ?? "none"}`;
    found.push({ seq, kind: "snapshot", message });
  }
  return found;
}

async function compareCounters(
  db: Queryable,
  tenantId: TenantId,
  counters: ReadonlyMap<string, number>,
): Promise<Found[]> {
  const { rows } = await db.query<{ name: string; value: number }>(
    "select name, value from es.counters where tenant_id = $1",
    [tenantId],
  );
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  const other = [...new Set([...kept.keys(), ...counters.keys()])].filter(
    (name) => (kept.get(name) ?? 0) !== (counters.get(name) ?? 0),
  );
  const found: Found[] = [];
  for (const name of other) {
    const seq = await lastMoving(db, tenantId, `["${name}",`);
    const message = `the counter ${name} is at ${kept.get(name) ?? 0}, by the log at ${counters.get(name) ?? 0}`;
    found.push({ seq, kind: "snapshot", message });
  }
  return found;
}

async function lastMoving(db: Queryable, tenantId: TenantId, text: string): Promise<number> {
  const { rows } = await db.query<{ seq: number | null }>(
    "select max(seq) as seq from es.events where tenant_id = $1 and position($2 in effects::text) > 0",
    [tenantId, text],
  );
  return rows[0]?.seq ?? 0;
}
