import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startProductProcesses } from "#tests/kit/product/product-processes.ts";
import { percentile } from "#tests/kit/product/sales-load.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import { createServiceHost } from "#tests/kit/services/service-host.ts";
import { migrateTemplate } from "#tests/kit/services/template-database.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { printReport } from "./kit/report.ts";
import { runBench } from "./kit/run-bench.ts";

// The time from a sale's acknowledgement to the end of the GET that shows it, at ten sales a
// second: standalone, and distributed with Kafka in between.

const SALES_A_ROUND = 60;
const PAUSE_MS = 100;

const host = createServiceHost(readTestSettings(), { migrate: migrateTemplate });
const folder = await mkdtemp(join(tmpdir(), "tillbook-freshness-"));
const standalone = await startStandalone(folder, LIMITLESS);
try {
  await bench(standalone.url);
} finally {
  await standalone.stop();
  await host.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(standaloneUrl: string): Promise<void> {
  const [{ adminUrl }, kafka, redis] = await Promise.all([
    host.createDatabase(false),
    host.start("kafka", true),
    host.start("redis", true),
  ]);
  const product = await startProductProcesses({
    adminUrl,
    brokers: kafka.address,
    redisUrl: redis.address,
    env: LIMITLESS,
  });
  try {
    const result = await runBench<"p50Ms" | "p99Ms">({
      name: "freshness",
      variants: [
        await variant("standalone", standaloneUrl),
        await variant("with Kafka", product.url),
      ],
    });
    printReport([
      {
        name: "acknowledged to visible, standalone, p50",
        value: result.median("standalone", "p50Ms"),
        target: { atMost: 50 },
        unit: " ms",
      },
      {
        name: "acknowledged to visible, standalone, p99",
        value: result.median("standalone", "p99Ms"),
        target: { atMost: 50 },
        unit: " ms",
      },
      {
        name: "acknowledged to visible, with Kafka, p50",
        value: result.median("with Kafka", "p50Ms"),
        target: { atMost: 250 },
        unit: " ms",
      },
      {
        name: "acknowledged to visible, with Kafka, p99",
        value: result.median("with Kafka", "p99Ms"),
        target: { atMost: 250 },
        unit: " ms",
      },
    ]);
  } finally {
    await product.stop();
  }
}

async function variant(name: string, url: string) {
  const till = await openTill(url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  return {
    name,
    run: async () => {
      const times: number[] = [];
      for (let n = 0; n < SALES_A_ROUND; n++) {
        times.push(await sellAndSee(till, productId));
        await delay(PAUSE_MS);
      }
      return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
    },
  };
}

async function sellAndSee(till: Till, productId: string): Promise<number> {
  // Made here: a top-level constant would not be initialised when the benchmark starts.
  const WriteResult = z.object({ data: z.object({ id: z.string() }) });
  const Shown = z.object({
    data: z.object({ recentSales: z.array(z.object({ id: z.string() })) }),
  });
  const sale = await till.sell([{ productId, quantity: 1 }]);
  const acknowledgedAt = performance.now();
  const { id } = WriteResult.parse(sale.body).data;
  const shown = await till.ask("GET", "/api/dashboard.php?period=30");
  const ms = performance.now() - acknowledgedAt;
  const ids = Shown.parse(shown.body).data.recentSales.map((row) => row.id);
  if (!ids.includes(id)) throw new Error("a GET after the acknowledgement did not show the sale");
  return ms;
}
