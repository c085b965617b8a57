import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { useDistributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  expectNothingLostOrDoubled,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { percentile, startSales, until } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const AWAY_MS = 60_000;
const P99_MS = 1_000;

describeWith(["postgres", "kafka", "redis"], "Kafka away", () => {
  const it = useDistributed();

  test("with Kafka stopped for a minute sales go on and every GET after a 2xx contains the write", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    await caughtUp(it.query, till.tenantId, 10_000);
    await it.kafka().stop();

    const load = startSales(till, { productId, callers: 4, pauseMs: 40 });
    const reads = await readOwnWrites(till, productId, AWAY_MS);
    await load.stop();
    const sales = load.sold.map(({ ms }) => ms);
    process.stdout.write(
      `Kafka away: ${load.sold.length} sales, p99 ${Math.round(percentile(sales, 0.99))} ms; ` +
        `${reads.length} write-then-read, p99 ${Math.round(percentile(reads, 0.99))} ms\n`,
    );
    expect(load.refused).toEqual([]);
    expect(load.tries()).toBe(load.sold.length);
    expect(percentile(sales, 0.99)).toBeLessThan(P99_MS);
    expect(percentile(reads, 0.99)).toBeLessThan(P99_MS);

    await it.kafka().restart();
    await relayed(till.tenantId, 60_000);
    await caughtUp(it.query, till.tenantId, 10_000);
    await expectNothingLostOrDoubled(it.query, till.tenantId, load);
    await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  });

  test("with Kafka's data erased nothing changes and later events flow without a manual step", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const load = startSales(till, { productId, callers: 4, pauseMs: 20 });
    await delay(1_000);
    await it.kafka().eraseData();
    await delay(2_000);
    await load.stop();
    expect(load.refused).toEqual([]);
    await relayed(till.tenantId, 60_000);
    await caughtUp(it.query, till.tenantId, 10_000);
    await expectNothingLostOrDoubled(it.query, till.tenantId, load);
    await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  });

  /** The relay's cursor is at the tenant's head: Kafka has everything. */
  const relayed = (tenantId: string, withinMs: number): Promise<number> =>
    until(
      "Kafka has every event",
      async () => {
        const [row] = await it.query<{ done: boolean }>(
          `select c.seq = h.seq as done from es.tenant_heads h
             left join es.relay_cursors c on c.tenant_id = h.tenant_id where h.tenant_id = $1`,
          [tenantId],
        );
        return row?.done === true;
      },
      withinMs,
    );
});

const WriteResult = z.object({ data: z.object({ id: z.string() }) });
const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Sells and lists repeatedly; returns how long each list took, in ms. */
async function readOwnWrites(till: Till, productId: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt) {
    const sale = await till.sell([{ productId, quantity: 1 }]);
    expect(sale.status).toBe(200);
    const { id } = WriteResult.parse(sale.body).data;
    const askedAt = performance.now();
    const list = await till.ask("GET", "/api/sales.php");
    times.push(performance.now() - askedAt);
    expect(list.status).toBe(200);
    expect(list.headers.get("x-stale")).toBeNull();
    expect(Listed.parse(list.body).data.map((row) => row.id)).toContain(id);
    await delay(100);
  }
  return times;
}
