import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { useDistributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  expectNothingLostOrDoubled,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { readToTheEnd } from "#tests/kit/product/kafka-read.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import type { ServiceProcess } from "#tests/kit/product/service-process.ts";
import { openTill } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const KILLS = 5;
const BETWEEN_MS = 400;

describeWith(["postgres", "kafka", "redis"], "killed processes", () => {
  const it = useDistributed();

  test("kill -9 of the projector five times loses and duplicates nothing", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const load = startSales(till, { productId, callers: 8 });
    for (let n = 0; n < KILLS; n++) {
      await delay(BETWEEN_MS);
      await it.product().projectors[n % 2]?.restart();
    }
    await load.stop();
    expect(load.sold.length).toBeGreaterThan(100);
    expect(load.refused).toEqual([]);
    await caughtUp(it.query, till.tenantId, 30_000);
    await readToTheEnd(it.kafka().brokers, 60_000);
    await expectNothingLostOrDoubled(it.query, till.tenantId, load);
    await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  });

  test("kill -9 of the leading command API five times: the epoch increases, nothing is lost or duplicated", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const load = startSales(till, { productId, callers: 8 });
    for (let n = 0; n < KILLS; n++) {
      await delay(BETWEEN_MS);
      const before = await epoch();
      const leading = await leader();
      expect(leading).toBeDefined();
      await leading?.kill();
      await until("another relay leads", async () => (await epoch()) > before, 10_000);
      await leading?.restart();
    }
    await load.stop();
    expect(load.sold.length).toBeGreaterThan(100);
    expect(load.refused).toEqual([]);
    await caughtUp(it.query, till.tenantId, 30_000);
    await expectNothingLostOrDoubled(it.query, till.tenantId, load);
    await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  });

  async function epoch(): Promise<number> {
    const [row] = await it.query<{ epoch: number }>("select epoch::int from es.relay_leader");
    return row?.epoch ?? 0;
  }

  /** The process whose connection holds the relay's lock. */
  async function leader(): Promise<ServiceProcess | undefined> {
    const [row] = await it.query<{ pid: number }>(
      `select split_part(a.application_name, ':', 2)::int as pid
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and a.usename = 'relay' and a.datname = current_database()`,
    );
    return it.product().commandApis.find((api) => api.pid() === row?.pid);
  }
});
