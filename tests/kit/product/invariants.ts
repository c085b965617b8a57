import { expect } from "vitest";

import type { Query } from "./distributed.ts";
import type { Load } from "./sales-load.ts";
import { until } from "./sales-load.ts";

export type SalesInLog = Readonly<{
  /** Acknowledged and not in the log. */
  lost: number;
  /** Idempotency keys with more than one sale. */
  doubled: number;
  /** In the log and never acknowledged. */
  unknown: number;
  /** Numbers that are missing between 1 and the head. */
  gaps: number;
}>;

/** Compares the sales that were acknowledged with those in the log. */
export async function compareWithLog(
  query: Query,
  tenantId: string,
  load: Pick<Load, "sold">,
): Promise<SalesInLog> {
  const rows = await query<{ command_id: string; n: number }>(
    `select command_id, count(*)::int as n from es.events
      where tenant_id = $1 and type = 'SaleRecorded' group by command_id`,
    [tenantId],
  );
  const [numbers] = await query<{ n: number; top: number; head: number }>(
    `select count(*)::int as n, coalesce(max(seq), 0)::int as top,
            (select seq::int from es.tenant_heads where tenant_id = $1) as head
       from es.events where tenant_id = $1`,
    [tenantId],
  );
  if (!numbers) throw new Error("no numbers");
  const inLog = new Set(rows.map((row) => row.command_id));
  const sold = new Set(load.sold.map(({ key }) => key));
  return {
    lost: [...sold].filter((key) => !inLog.has(key)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
    unknown: [...inLog].filter((key) => !sold.has(key)).length,
    gaps: Math.abs(numbers.head - numbers.n) + Math.abs(numbers.head - numbers.top),
  };
}

/** Every acknowledged key is in the log exactly once, and the tenant's log has no gap. */
export async function expectNothingLostOrDoubled(
  query: Query,
  tenantId: string,
  load: Load,
): Promise<void> {
  expect(await compareWithLog(query, tenantId, load)).toMatchObject({
    lost: 0,
    doubled: 0,
    gaps: 0,
  });
}

/**
 * Waits until every projection has reached the tenant's head; returns how long that took, in ms.
 */
export const caughtUp = (query: Query, tenantId: string, withinMs: number): Promise<number> =>
  until(
    "the projections reach the head",
    async () => {
      const [row] = await query<{ behind: number }>(
        `select count(*)::int as behind from es.tenant_heads h
          where h.tenant_id = $1 and (
            (select count(*) from rm.checkpoints c where c.tenant_id = $1) = 0
            or exists (select from rm.checkpoints c where c.tenant_id = $1 and c.seq < h.seq))`,
        [tenantId],
      );
      return row?.behind === 0;
    },
    withinMs,
  );

/** The read models show what the log adds up to. */
export async function expectReadModelsMatchLog(
  query: Query,
  tenantId: string,
  productId: string,
): Promise<void> {
  const [row] = await query<Record<string, number>>(
    `select (select count(*)::int from es.events where tenant_id = $1 and type = 'SaleRecorded') as log_orders,
            (select coalesce(sum(orders), 0)::int from rm.rm_daily_totals where tenant_id = $1) as rm_orders,
            (select count(*)::int from rm.rm_sales where tenant_id = $1) as rm_sales,
            (select coalesce(sum((data->>'totalMinor')::bigint), 0)::int from es.events
              where tenant_id = $1 and type = 'SaleRecorded') as log_total,
            (select coalesce(sum(total_minor), 0)::int from rm.rm_daily_totals where tenant_id = $1) as rm_total,
            (select on_hand from es.stream_heads where tenant_id = $1 and stream_id = $2) as log_stock,
            (select stock from rm.rm_products where tenant_id = $1 and product_id = $2) as rm_stock`,
    [tenantId, productId],
  );
  expect(row).toBeDefined();
  expect(row?.["rm_orders"]).toBe(row?.["log_orders"]);
  expect(row?.["rm_sales"]).toBe(row?.["log_orders"]);
  expect(row?.["rm_total"]).toBe(row?.["log_total"]);
  expect(row?.["rm_stock"]).toBe(row?.["log_stock"]);
}

/** How long the oldest event of the tenant that is not in the read models has waited, in ms. */
export async function lagMs(query: Query, tenantId: string): Promise<number> {
  const [row] = await query<{ ms: number | null }>(
    `select ((extract(epoch from clock_timestamp()) * 1000)::bigint - e.recorded_ms)::int as ms
       from (select coalesce(min(c.seq), 0) as seq from rm.checkpoints c where c.tenant_id = $1) at
       join es.events e on e.tenant_id = $1 and e.seq = at.seq + 1`,
    [tenantId],
  );
  return row?.ms ?? 0;
}

const STAYS_MS = 1_000;

/** Waits until the lag stays under a limit while sales go on; returns how long that took, in ms. */
export async function untilLagUnder(
  query: Query,
  tenantId: string,
  { limitMs, withinMs }: Readonly<{ limitMs: number; withinMs: number }>,
): Promise<number> {
  const startedAt = performance.now();
  const good = { sinceMs: Number.POSITIVE_INFINITY };
  await until(
    `a lag under ${limitMs} ms`,
    async () => {
      const isUnder = (await lagMs(query, tenantId)) < limitMs;
      const nowMs = performance.now();
      good.sinceMs = isUnder ? Math.min(good.sinceMs, nowMs) : Number.POSITIVE_INFINITY;
      return nowMs - good.sinceMs > STAYS_MS;
    },
    withinMs + STAYS_MS,
  );
  return good.sinceMs - startedAt;
}
