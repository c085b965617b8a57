import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { describeWith } from "#tests/kit/describe-with.ts";
import { useDistributed } from "#tests/kit/distributed.ts";
import {
  caughtUp,
  expectNothingLostOrDoubled,
  expectReadModelsMatchLog,
} from "#tests/kit/invariants.ts";
import { startSales, until } from "#tests/kit/sales-load.ts";
import { openTill } from "#tests/kit/till.ts";

const KILLS = 5;
const BETWEEN_MS = 400;

describeWith(["postgres", "kafka", "redis"], "processes killed in mid-stream", () => {
  const it = useDistributed();

  test("kill -9 of the projector five times loses and doubles nothing", async () => {
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
    await expectNothingLostOrDoubled(it.query, till.tenantId, load);
    await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  });

  test("kill -9 of the leading command API five times: the epoch moves, nothing is lost or doubled", async () => {
    const till = await openTill(it.product().url);
    const productId = await till.addProduct("Milo 400g", 1_000_000);
    const load = startSales(till, { productId, callers: 8 });
    for (let n = 0; n < KILLS; n++) {
      await delay(BETWEEN_MS);
      const before = await epoch();
      const leader = it.product().commandApis[leadingCopy()];
      await leader?.kill();
      await until("another relay leads", async () => (await epoch()) > before, 10_000);
      await leader?.restart();
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

  /** The process that took over in the highest epoch, as it says itself. */
  function leadingCopy(): number {
    const epochs = it.product().commandApis.map((api) => {
      const takeovers = api.log().matchAll(/"epoch":(\d+)[^\n]*this relay leads/g);
      return Math.max(0, ...[...takeovers].map(([, number]) => Number(number)));
    });
    return (epochs[0] ?? 0) > (epochs[1] ?? 0) ? 0 : 1;
  }
});
