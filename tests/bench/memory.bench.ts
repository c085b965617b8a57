import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";

import { printReport } from "./kit/report.ts";
import { createSaleCallers } from "./kit/sale-callers.ts";
import { openShops } from "./kit/standalone-product.ts";
import { median } from "./kit/statistics.ts";

// An hour in the life of the standalone product: its second start with the demo shops, then ten
// sales a second. `-- --minutes N --rate N` for another length or rate.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "10" },
  },
});
const DURATION_MS = Number(values.minutes) * 60_000;
const PERIOD_MS = 1_000 / Number(values.rate);
const LINES = 3;
const LOOKS = 360;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

const folder = await mkdtemp(join(tmpdir(), "tillbook-memory-"));
try {
  await (await startStandalone(folder, LIMITLESS)).stop();
  const startedAt = performance.now();
  const product = await startStandalone(folder, LIMITLESS);
  try {
    const page = await fetch(`${product.url}/app/login`);
    if (!page.ok) throw new Error(`the first page is ${page.status}`);
    await page.text();
    const startMs = performance.now() - startedAt;
    const { residentMb, sales } = await sellFor(product.url, product.pid);
    process.stdout.write(`${sales} sales; MB a minute: ${byMinute(residentMb).join(" ")}\n`);
    printReport([
      {
        name: "second start to the first page",
        value: startMs / 1_000,
        target: { atMost: 3 },
        unit: " s",
      },
      {
        name: "memory of Node, highest",
        value: Math.max(...residentMb),
        target: { atMost: 200 },
        unit: " MB",
      },
      {
        name: "growth, last sixth against the second",
        value: growthMb(residentMb),
        target: { atMost: 5 },
        unit: " MB",
      },
    ]);
  } finally {
    await product.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function sellFor(url: string, pid: number) {
  const shops = await openShops(url, { shops: 3, products: 20 });
  const selling = createSaleCallers(url, shops);
  const residentMb: number[] = [];
  const startedAt = performance.now();
  let sales = 0;
  const look = setInterval(() => residentMb.push(residentMbOf(pid)), DURATION_MS / LOOKS);
  try {
    for (;;) {
      const aheadMs = startedAt + sales * PERIOD_MS - performance.now();
      if (performance.now() - startedAt > DURATION_MS) break;
      if (aheadMs > 0) await delay(aheadMs);
      await selling.sell(0, LINES);
      sales += 1;
    }
  } finally {
    clearInterval(look);
    selling.close();
  }
  return { residentMb, sales };
}

function residentMbOf(pid: number): number {
  return Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}

/** The first sixth is the warm-up. */
function growthMb(looks: readonly number[]): number {
  const sixth = Math.floor(looks.length / 6);
  return median(looks.slice(-sixth)) - median(looks.slice(sixth, 2 * sixth));
}

function byMinute(looks: readonly number[]): number[] {
  const perMinute = Math.max(1, Math.round(looks.length / Number(values.minutes)));
  return looks.filter((_, index) => index % perMinute === 0).map(Math.round);
}
