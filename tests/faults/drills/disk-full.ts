import { execFile } from "node:child_process";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { clusterIn } from "#standalone/product/postgres/postgres-cluster.ts";
import { compareWithLog } from "#tests/kit/product/invariants.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { queryOf } from "#tests/kit/product/standalone-shop.ts";
import { openTill, request } from "#tests/kit/product/till.ts";
import { watchAnswers } from "#tests/kit/product/watch-answers.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const run = promisify(execFile);

/** The folder of Postgres that fills up: its tables, or its write-ahead log. */
export type Part = "base" | "pg_wal";

const SETTINGS = { ...LIMITLESS, HOST: "0.0.0.0", LOG_LEVEL: "error" };
const SELLERS = 8;
const PAUSE_MS = 40;
const FULL_MS = 6_000;
const FULL_WITHIN_MS = 60_000;
const HEALED_WITHIN_MS = 60_000;
const ROOM_MB = 48;

/**
 * Runs the product with one folder on a small file system, fills that while tills sell, and later
 * makes it larger. Nothing is started again by the test.
 */
export async function fillDisk(
  part: Part,
  folder: string,
  { figure, control }: RowTest,
): Promise<void> {
  const dataDir = join(folder, "data");
  const first = await startStandalone(dataDir, SETTINGS);
  await first.stop();

  const small = join(clusterIn(dataDir).data, part);
  const product = await startStandalone(dataDir, SETTINGS, await onSmallDisk(small));
  const inside = (path: string): string => join("/proc", String(product.pid), "root", path);
  try {
    const till = await openTill(product.url);
    const productId = await till.addProduct("Milo 400g", 10_000_000);
    const query = queryOf(dataDir);
    const load = startSales(till, { productId, callers: SELLERS, pauseMs: PAUSE_MS });
    await until("sales are made", async () => load.sold.length > 50, FULL_WITHIN_MS);

    const filler = inside(join(small, "filler"));
    await fill(filler);
    const watch = watchAnswers(till, { base: product.url, productId, everyMs: 100 });
    const refused = () =>
      watch.seen.filter(({ what, status }) => what === "sale" && status === 503);
    await until(
      "a sale is refused",
      async () => {
        await fill(filler);
        if (part === "pg_wal") await query("select pg_switch_wal()").catch(() => undefined);
        return refused().length > 0;
      },
      FULL_WITHIN_MS,
    );
    await delay(FULL_MS);
    const live = await request(product.url, "GET", "/health/live").catch(() => undefined);
    const refusedWhileFull = refused().length;

    await run("nsenter", [
      "-t",
      String(product.pid),
      "-m",
      "mount",
      "-o",
      "remount,size=1g",
      small,
    ]);
    const sold = load.sold.length;
    const healedMs = await until(
      "it sells",
      async () => load.sold.length > sold + 8,
      HEALED_WITHIN_MS,
    );
    await delay(1_000);
    await watch.stop();
    await load.stop();

    const { lost, doubled, gaps } = await compareWithLog(query, till.tenantId, load);
    const others = watch.seen.filter(
      ({ what, status }) => what === "sale" && ![200, 503].includes(status),
    );
    figure(`${part} full: sales refused with 503`, refusedWhileFull, { atLeast: 1 });
    figure(`${part} full: other answers`, others.length, { exactly: 0 });
    figure(`${part} full: process alive`, live?.status === 200 ? 1 : 0, { exactly: 1 });
    figure(`${part} full: sells again after s`, healedMs / 1000, { atMost: 30 });
    figure(`${part} full: sales acknowledged`, load.sold.length, { atLeast: 50 });
    figure(`${part} full: acknowledged sales lost`, lost, { exactly: 0 });
    figure(`${part} full: sales doubled or missing numbers`, doubled + gaps, { exactly: 0 });
    const planted = { key: "never-recorded", saleId: "", ms: 0, tries: 1 };
    const seen = await compareWithLog(query, till.tenantId, { sold: [...load.sold, planted] });
    control(`${part} full: a planted acknowledged sale that is missing`, seen.lost, { exactly: 1 });
  } finally {
    await product.stop();
  }
}

/** A program that puts a copy of the folder on a small file system, which only its process sees. */
async function onSmallDisk(path: string): Promise<readonly string[]> {
  const { stdout } = await run("du", ["-sm", path]);
  const size = Number(stdout.split("\t")[0]) + ROOM_MB;
  const script = `
    mv "$0" "$0.disk" && mkdir -m 700 "$0"
    mount -t tmpfs -o size=${size}m,mode=700 tmpfs "$0"
    cp -a "$0.disk/." "$0" && exec "$@"`;
  return ["unshare", "--mount", "sh", "-euc", script, path];
}

const BLOCK = Buffer.alloc(1024 * 1024);
const PAGE = Buffer.alloc(4096);

/** Writes until the file system has no free page. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "a");
  try {
    for (const block of [BLOCK, PAGE]) {
      while ((await statfs(path)).bavail * PAGE.length >= block.length) await file.write(block);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await file.close();
  }
}
