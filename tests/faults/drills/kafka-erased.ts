import { setTimeout as delay } from "node:timers/promises";

import { Kafka, logLevel } from "kafkajs";

import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  compareWithLog,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import { openTill } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { plantLostSale } from "./kill-projectors.ts";
import { relayed } from "./relay-leader.ts";

type Options = Readonly<{
  kills: number;
  /** Deletes the offsets of the projectors, who are down meanwhile. */
  forgetsOffsets: boolean;
}>;

/** Kills Kafka's broker, deletes its consumers' offsets and erases its disk while sales are made. */
export async function kafkaErased(
  it: Distributed,
  { figure, control }: RowTest,
  { kills, forgetsOffsets }: Options,
): Promise<void> {
  const till = await openTill(it.product().url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const load = startSales(till, { productId, callers: 4, pauseMs: 20 });
  await delay(1_000);
  for (let n = 0; n < kills; n += 1) {
    await it.kafka().kill();
    await it.kafka().restart();
  }
  if (forgetsOffsets) await forgetOffsets(it);
  await it.kafka().eraseData();
  await delay(2_000);
  await load.stop();
  const drainedMs = await relayed(it.query, till.tenantId, 60_000);
  await caughtUp(it.query, till.tenantId, 10_000);
  const { lost, doubled, gaps } = await compareWithLog(it.query, till.tenantId, load);

  figure("sales", load.sold.length, { atLeast: 100 });
  figure("sales refused", load.refused.length, { exactly: 0 });
  figure("kills of the broker", kills, { atLeast: 0 });
  figure("ms until Kafka has every event", drainedMs, { atMost: 60_000 });
  figure("sales lost, doubled or missing in the order", lost + doubled + gaps, { exactly: 0 });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  await plantLostSale(it, till.tenantId);
  control("rows that differ, one event planted as lost", await it.differingRows(till.tenantId), {
    atLeast: 1,
  });
}

const GROUP = "projector";

/** Kafka deletes the offsets of a group only while it has no members. */
async function forgetOffsets(it: Distributed): Promise<void> {
  const { projectors } = it.product();
  await Promise.all(projectors.map((projector) => projector.kill()));
  const brokers = it.kafka().brokers.split(",");
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const deleted = async () =>
      admin.deleteGroups([GROUP]).then(
        () => true,
        () => false,
      );
    await until("the group's offsets are deleted", deleted, 30_000);
  } finally {
    await admin.disconnect();
  }
  await Promise.all(projectors.map((projector) => projector.restart()));
}
