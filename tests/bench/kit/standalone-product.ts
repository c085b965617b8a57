import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import pg from "pg";

import { adminUrlOf, clusterIn } from "#standalone/product/postgres/postgres-cluster.ts";
import { findPostmaster } from "#standalone/product/postgres/postmaster.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";

import { treeCpuMs } from "./process-cpu.ts";
import type { ShopToBuyFrom } from "./sale-callers.ts";

/** What `npm start` starts, on a data folder of its own and without limits. */
export type BenchProduct = Readonly<{
  url: string;
  /** Waits until the read models have every event of the log. */
  caughtUp: () => Promise<void>;
  /** Processor time of all its processes for `work`, and until the read models have its events. */
  cpuOf: <Result>(work: () => Promise<Result>) => Promise<Measured<Result>>;
}>;

export type Measured<Result> = Readonly<{
  result: Result;
  nodeMs: number;
  postgresMs: number;
  /** From the end of the work until the read models had it. */
  catchUpMs: number;
}>;

const DATABASE = "tillbook";
const LOOK_EVERY_MS = 20;
const LAGGING = `
  select from es.tenant_heads h
    join rm.checkpoints c on c.tenant_id = h.tenant_id
   where c.seq < h.seq
   limit 1`;

/** The reactor's last step belongs to the work, too. */
const NOT_REACTED_TO = `
  select from es.tenant_heads h
    left join es.reactor_cursors c on c.tenant_id = h.tenant_id
   where coalesce(c.seq, 0) < h.seq
   limit 1`;

export async function onBenchProduct<Result>(
  work: (product: BenchProduct) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-product-"));
  const product = await startStandalone(folder, LIMITLESS);
  const cluster = clusterIn(folder);
  const { port = 0 } = (await findPostmaster(cluster)) ?? {};
  const url = new URL(await adminUrlOf(cluster, port));
  url.pathname = `/${DATABASE}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();

  const untilNone = async (text: string): Promise<void> => {
    while ((await admin.query(text)).rowCount !== 0) await delay(LOOK_EVERY_MS);
  };
  const caughtUp = () => untilNone(LAGGING);
  try {
    await caughtUp();
    return await work({
      url: product.url,
      caughtUp,
      cpuOf: async (measured) => {
        const before = treeCpuMs(product.pid);
        const result = await measured();
        const endedAt = performance.now();
        await caughtUp();
        const catchUpMs = performance.now() - endedAt;
        await untilNone(NOT_REACTED_TO);
        const after = treeCpuMs(product.pid);
        return {
          result,
          nodeMs: after.rootMs - before.rootMs,
          postgresMs: after.descendantsMs - before.descendantsMs,
          catchUpMs,
        };
      },
    });
  } finally {
    await admin.end();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export type BenchShop = ShopToBuyFrom & Readonly<{ till: Till }>;

const STOCK = 1_000_000_000;
const PRICE = 45;

export async function openShops(
  base: string,
  { shops, products }: Readonly<{ shops: number; products: number }>,
): Promise<BenchShop[]> {
  const opened: BenchShop[] = [];
  for (let n = 0; n < shops; n += 1) {
    const till = await openTill(base);
    const ids = await Promise.all(
      Array.from({ length: products }, () => till.addProduct("Milo 400g", STOCK, PRICE)),
    );
    opened.push({ till, token: till.token, products: ids });
  }
  return opened;
}
