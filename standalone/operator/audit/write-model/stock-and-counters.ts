import * as z from "zod/mini";

import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { CheckedRange } from "#kernel/verify/check-range.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";

// Not validated in detail: the hashes of the effects hold, and sums that are not whole numbers are
// refused at the end. Parsing each of a million effects took as long as hashing them.
const Effects = z.array(z.custom<EventEffects>((effects) => typeof effects === "object"));
const Sums = z.map(z.string(), z.int());

/** Adds up the effects of a log's events, range by range in order. */
export function createEffectSums() {
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
    /** Compares the sums with the write model. */
    compare: async (db: Queryable, tenantId: TenantId): Promise<LogDeviation[]> => [
      ...(await compare(db, tenantId, { ...STOCK, moved: Sums.parse(stock) })),
      ...(await compare(db, tenantId, { ...COUNTERS, moved: Sums.parse(counters) })),
    ],
  };
}

/** A table of sums: its rows of name and value by tenant, and the meaning of a missing row. */
type Kept = Readonly<{ what: string; kept: string; absent: number | "none" }>;

const STOCK: Kept = {
  what: "stock of",
  kept: "select stream_id as name, on_hand as value from es.stream_heads where tenant_id = $1 and on_hand is not null",
  absent: "none",
};

const COUNTERS: Kept = {
  what: "counter",
  kept: "select name, value from es.counters where tenant_id = $1",
  absent: 0,
};

async function compare(
  db: Queryable,
  tenantId: TenantId,
  { what, kept, absent, moved }: Kept & Readonly<{ moved: ReadonlyMap<string, number> }>,
): Promise<LogDeviation[]> {
  const { rows } = await db.query<{ name: string; value: number }>(kept, [tenantId]);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const found: LogDeviation[] = [];
  for (const name of new Set([...values.keys(), ...moved.keys()])) {
    const [value, byLog] = [values.get(name) ?? absent, moved.get(name) ?? absent];
    if (value === byLog) continue;
    const seq = await lastMoving(db, tenantId, `["${name}",`);
    const message = `the ${what} ${name} is ${value}, by the log ${byLog}`;
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
