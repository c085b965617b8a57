import { expect } from "vitest";

import type { Distributed } from "./distributed.ts";
import type { Load } from "./sales-load.ts";
import { until } from "./sales-load.ts";

type Query = Distributed["query"];

/** Every acknowledged key is in the log exactly once, and the tenant's log has no gap. */
export async function expectNothingLostOrDoubled(
  query: Query,
  tenantId: string,
  load: Load,
): Promise<void> {
  const rows = await query<{ command_id: string; n: number }>(
    `select command_id, count(*)::int as n from es.events
      where tenant_id = $1 and type = 'SaleRecorded' group by command_id`,
    [tenantId],
  );
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  const inLog = new Set(rows.map((row) => row.command_id));
  expect(load.sold.filter(({ key }) => !inLog.has(key))).toEqual([]);
  const [numbers] = await query<{ n: number; top: number; head: number }>(
    `select count(*)::int as n, max(seq)::int as top,
            (select seq::int from es.tenant_heads where tenant_id = $1) as head
       from es.events where tenant_id = $1`,
    [tenantId],
  );
  expect(numbers).toEqual({ n: numbers?.head, top: numbers?.head, head: numbers?.head });
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
