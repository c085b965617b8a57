import { setTimeout as delay } from "node:timers/promises";

import { expect } from "vitest";
import * as z from "zod/mini";

import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  compareWithLog,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { type Load, percentile, startSales } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { relayed } from "./relay-leader.ts";

const PER_SECOND = 50;
const READ_P99_MS = 1_000;

/** Kafka is first frozen and then gone, while sales are made at a fixed rate and read at once. */
export async function kafkaAway(
  it: Distributed,
  { figure, control }: RowTest,
  { frozenMs, goneMs }: Readonly<{ frozenMs: number; goneMs: number }>,
): Promise<void> {
  const till = await openTill(it.product().url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  await caughtUp(it.query, till.tenantId, 10_000);
  await it.kafka().freeze();
  const load = startSales(till, { productId, perSecond: PER_SECOND });
  const reads = await readOwnWrites(till, productId, frozenMs);
  await it.kafka().kill();
  reads.push(...(await readOwnWrites(till, productId, goneMs)));
  await load.stop();
  const waited = await shareIfEachWaited(it, till, productId);

  await it.kafka().restart();
  const drainedMs = await relayed(it.query, till.tenantId, 60_000);
  await caughtUp(it.query, till.tenantId, 10_000);
  const { lost, doubled, gaps } = await compareWithLog(it.query, till.tenantId, load);

  const seconds = (frozenMs + goneMs) / 1000;
  figure("seconds without Kafka", seconds, { atLeast: seconds });
  figure("sales", load.sold.length, { atLeast: 0.9 * seconds * PER_SECOND });
  figure("percent of sales ok at the first try", shareOk(load), { atLeast: 99.9 });
  figure("p99 of a sale in ms", percentile(msOf(load), 0.99), { atMost: 500 });
  figure("p99 of a list with the own sale in ms", percentile(reads, 0.99), {
    atMost: READ_P99_MS,
    besideOthers: 5 * READ_P99_MS,
  });
  figure("ms until Kafka has every event", drainedMs, { atMost: 60_000 });
  figure("sales lost, doubled or missing in the order", lost + doubled + gaps, { exactly: 0 });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  control("percent of sales ok if each waited for Kafka", waited, { atMost: 99 });
}

const msOf = ({ sold }: Load): number[] => sold.map(({ ms }) => ms);

const shareOk = ({ sold, refused }: Load): number =>
  (100 * sold.filter(({ tries }) => tries === 1).length) / (sold.length + refused.length);

const TRIED = 10;
const PATIENCE_MS = 2_000;

/** How many sales in a hundred were ok if a sale counted only once Kafka had it. */
async function shareIfEachWaited(it: Distributed, till: Till, productId: string): Promise<number> {
  const sales = Array.from({ length: TRIED }, async () => {
    const { status } = await till.sell([{ productId, quantity: 1 }]);
    const inKafka = relayed(it.query, till.tenantId, PATIENCE_MS);
    return inKafka.then(
      () => status === 200,
      () => false,
    );
  });
  const ok = (await Promise.all(sales)).filter(Boolean);
  return (100 * ok.length) / TRIED;
}

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
