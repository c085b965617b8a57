import { setTimeout as delay } from "node:timers/promises";

import { createKafkaConsumer } from "#kernel/node/kafka/consumer.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  expectNothingLostOrDoubled,
  expectReadModelsMatchLog,
  untilLagUnder,
} from "#tests/kit/product/invariants.ts";
import { readToTheEnd } from "#tests/kit/product/kafka-read.ts";
import { startRedelivery } from "#tests/kit/product/kafka-redelivery.ts";
import { startSales } from "#tests/kit/product/sales-load.ts";
import { openTill } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const MOST_BETWEEN_MS = 800;
const PER_SECOND = 50;
const LAG_MS = 1_000;
const LAG_WITHIN_MS = 30_000;
const STRANGER_STAYS_MS = 4_000;

type Options = Readonly<{ kills: number; rebalances: number }>;

/**
 * Kills the projectors in turn while every event comes twice, the second time shuffled over all
 * partitions. For each rebalance a stranger joins their group, takes messages and drops them.
 */
export async function killProjectors(
  it: Distributed,
  { seed, figure, control }: RowTest,
  { kills, rebalances }: Options,
): Promise<void> {
  const random = createRandom(seed);
  const till = await openTill(it.product().url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const redelivery = await startRedelivery(it, till.tenantId, random);
  const load = startSales(till, { productId, perSecond: PER_SECOND });
  for (let n = 0; n < kills; n += 1) {
    await delay(random() * MOST_BETWEEN_MS);
    await it.product().projectors[n % 2]?.restart();
  }
  for (let n = 0; n < rebalances; n += 1) await joinAsStranger(it.kafka().brokers);
  const lag = { limitMs: LAG_MS, withinMs: LAG_WITHIN_MS };
  const laggedMs = await untilLagUnder(it.query, till.tenantId, lag);
  await load.stop();
  await caughtUp(it.query, till.tenantId, LAG_WITHIN_MS);
  const redelivered = await redelivery.stop();
  await readToTheEnd(it.kafka().brokers, 60_000);

  figure("kills", kills, { atLeast: 2 });
  figure("sales", load.sold.length, { atLeast: 100 });
  figure("sales refused", load.refused.length, { exactly: 0 });
  figure("messages sent a second time", redelivered, { atLeast: load.sold.length });
  figure("ms until the lag stays under 1 s", laggedMs, { atMost: LAG_WITHIN_MS });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  await expectNothingLostOrDoubled(it.query, till.tenantId, load);
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  await plantLostSale(it, till.tenantId);
  control("rows that differ, one sale planted as lost", await it.differingRows(till.tenantId), {
    atLeast: 1,
  });
}

/** Deletes one sale of the read models, as if its event had never been applied. */
export async function plantLostSale(it: Distributed, tenantId: string): Promise<void> {
  await it.query(
    `delete from rm.rm_sales where tenant_id = $1 and sale_id = (
       select sale_id from rm.rm_sales where tenant_id = $1 order by recorded_ms limit 1)`,
    [tenantId],
  );
}

/** The group shares its partitions again when a member joins, and again when it leaves. */
async function joinAsStranger(brokers: string): Promise<void> {
  const stranger = createKafkaConsumer({
    brokers: brokers.split(","),
    clientId: "stranger",
    groupId: "projector",
    log: silent,
  });
  const running = stranger.run(async () => undefined);
  await delay(STRANGER_STAYS_MS);
  await stranger.close();
  await running;
}
