import { setTimeout as delay } from "node:timers/promises";

import { createRandom } from "#tests/kit/builders/random.ts";
import {
  compareWithLog,
  expectReadModelsMatchLog,
  caughtUp,
} from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import type { StandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { longestMs, type Seen, watchAnswers } from "#tests/kit/product/watch-answers.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const SELLERS = 8;
/** Eight sellers with this pause make about 50 sales a second. */
const PAUSE_MS = 140;
const ASK_EVERY_MS = 100;
const MOST_BETWEEN_MS = 1_500;
const BACK_WITHIN_S = 3;
const ANSWERED_WITHIN_S = 2;
const GIVE_UP_MS = 20_000;

/**
 * Kills the postmaster, every second time with all its processes, while eight sellers sell. Then
 * the same with commits that do not wait for the disk, which must lose sales.
 */
export async function killPostgres(
  shop: StandaloneShop,
  { seed, figure, control }: RowTest,
  kills: number,
): Promise<void> {
  const { till, productId, query } = shop;
  const random = createRandom(seed);
  const watch = watchAnswers(till, { base: shop.product.url, productId, everyMs: ASK_EVERY_MS });
  const load = startSales(till, { productId, callers: SELLERS, pauseMs: PAUSE_MS });
  const outages: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(300 + random() * MOST_BETWEEN_MS);
    outages.push(await killOnce(shop, kill % 2 === 0 ? "postmaster" : "all"));
  }
  await delay(500);
  await load.stop();
  await watch.stop();
  await caughtUp(query, till.tenantId, GIVE_UP_MS);

  if (Math.max(...outages) > BACK_WITHIN_S * 1000) tellSlow(shop, outages);
  const { lost, doubled, gaps } = await compareWithLog(query, till.tenantId, load);
  const failed = watch.seen.filter(({ status }) => status !== 200);
  const refused = failed.filter(({ what }) => what !== "ready");
  const others = refused.filter(({ status }) => status !== 503);
  for (const other of others) tellWhy(shop, other);
  figure("kills", kills, { atLeast: kills });
  figure("sales", load.sold.length, { atLeast: 25 * kills });
  figure("longest outage in s", Math.max(...outages) / 1000, { atMost: BACK_WITHIN_S });
  figure("acknowledged sales lost", lost, { exactly: 0 });
  figure("sales doubled", doubled, { exactly: 0 });
  figure("numbers missing in the log", gaps, { exactly: 0 });
  figure("answers of 503", refused.length, { atLeast: kills });
  figure("other answers", others.length, { exactly: 0 });
  figure("longest wait in s", longestMs(failed) / 1000, { atMost: ANSWERED_WITHIN_S });
  figure("unsafe settings", (await unsafeSettings(query)).length, { exactly: 0 });
  await expectReadModelsMatchLog(query, till.tenantId, productId);
  control("acknowledged sales lost, with synchronous_commit off", await loseSales(shop), {
    atLeast: 1,
  });
}

function tellSlow({ product }: StandaloneShop, outages: readonly number[]): void {
  const lines = product
    .output()
    .split("\n")
    .filter((line) => !line.startsWith("{"));
  process.stdout.write(`${outages.map(Math.round).join(" ")} ms\n${lines.join("\n")}\n`);
}

function tellWhy({ product }: StandaloneShop, { what, status, requestId = "-" }: Seen): void {
  const line = product
    .output()
    .split("\n")
    .find((text) => text.includes(requestId));
  process.stdout.write(`${what} was answered ${status}: ${line ?? "no line in its log"}\n`);
}

/** Resolves with the time until a sale is recorded by the next server, in ms. */
async function killOnce(shop: StandaloneShop, whom: "postmaster" | "all"): Promise<number> {
  const { till, productId, postgres } = shop;
  const before = await postgres.postmaster();
  await postgres.signal("SIGKILL", whom);
  return until(
    "a sale after the kill",
    async () => {
      const answer = await till.sell([{ productId, quantity: 1 }]).catch(() => undefined);
      return answer?.status === 200 && (await postgres.postmaster()) !== before;
    },
    GIVE_UP_MS,
  );
}

/** Sales while no connection waits for the disk: the last ones are gone after a kill. */
async function loseSales(shop: StandaloneShop): Promise<number> {
  const { till, productId, query } = shop;
  // Of every role, as one commit that waits would write the sales before it to the disk, too.
  const roles = await query<{ name: string }>(
    "select rolname as name from pg_roles where not rolsuper and rolname !~ '^pg_'",
  );
  for (const { name } of roles) {
    await query(`alter role ${name} set synchronous_commit = off`);
  }
  await query("alter system set wal_writer_delay = '10s'");
  await query("alter system set wal_writer_flush_after = '1GB'");
  // The connections of the next server have these settings.
  await killOnce(shop, "all");
  const load = startSales(till, { productId, callers: SELLERS });
  await delay(1_500);
  await killOnce(shop, "all");
  await load.stop();
  return (await compareWithLog(query, till.tenantId, load)).lost;
}

/** Asks the running server: any of these may lose what was acknowledged. */
export async function unsafeSettings(query: StandaloneShop["query"]): Promise<string[]> {
  const rows = await query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')`,
  );
  return rows.filter(({ setting }) => setting !== "on").map(({ name }) => name);
}
