import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import type { Distributed } from "#tests/kit/product/distributed.ts";
import {
  caughtUp,
  compareWithLog,
  expectReadModelsMatchLog,
} from "#tests/kit/product/invariants.ts";
import { startSales } from "#tests/kit/product/sales-load.ts";
import { openTill, type Till } from "#tests/kit/product/till.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { migrateFrom, ROOT, writeNextVersion } from "./next-version.ts";
import { relayed } from "./relay-leader.ts";

const PER_SECOND = 30;
const BETWEEN_MS = 1_000;
const SIDE_BY_SIDE_MS = 8_000;

/**
 * Updates every process in turn to the next version and then back, while sales are made and read.
 * The next version adds an event field, a column and a table.
 */
export async function updateAndRollBack(
  it: Distributed,
  { figure, control }: RowTest,
  folder: string,
): Promise<void> {
  await writeNextVersion(folder);
  const { url, commandApis, queryApis, projectors } = it.product();
  const all = [...commandApis, ...projectors, ...queryApis];
  const till = await openTill(url);
  const productId = await till.addProduct("Milo 400g", 1_000_000);
  const startedAt = performance.now();
  const load = startSales(till, { productId, perSecond: PER_SECOND });
  const reads = startReads(till);
  const locks = await watchLocks(it);

  await migrateFrom(folder, it.adminUrl());
  await delay(BETWEEN_MS);
  for (const [n, process] of all.entries()) {
    await process.replace(folder);
    await delay(n === 0 ? SIDE_BY_SIDE_MS : BETWEEN_MS);
  }
  for (const process of all) {
    await process.replace(ROOT);
    await delay(BETWEEN_MS);
  }
  const longestMs = await locks.stop();
  const asked = await reads.stop();
  await load.stop();
  const seconds = (performance.now() - startedAt) / 1000;
  await relayed(it.query, till.tenantId, 30_000);
  await caughtUp(it.query, till.tenantId, 30_000);

  const { lost, doubled, gaps } = await compareWithLog(it.query, till.tenantId, load);
  figure("seconds of the update and rollback", seconds, { atLeast: 30 });
  figure("sales", load.sold.length, { atLeast: 500 });
  figure("sales that failed", load.tries() - load.sold.length, { exactly: 0 });
  figure("reads", asked.answers, { atLeast: 100 });
  figure("reads that failed", asked.failed, { exactly: 0 });
  figure("sales with the new field", await withField(it, till), { atLeast: 50 });
  figure("sales lost, doubled or missing in the order", lost + doubled + gaps, { exactly: 0 });
  figure("rows that differ from the log", await it.differingRows(till.tenantId), { exactly: 0 });
  figure("longest wait for a lock in ms", longestMs, { atMost: 1_000 });
  await expectReadModelsMatchLog(it.query, till.tenantId, productId);
  control(
    "longest wait for a lock in ms, with a migration that locks a table for 3 s",
    await badMigration(it, till, productId),
    {
      atLeast: 1_001,
    },
  );
}

async function withField({ query }: Distributed, { tenantId }: Till): Promise<number> {
  const [row] = await query<{ n: number }>(
    "select count(*)::int as n from es.events where tenant_id = $1 and data->>'channel' = 'till'",
    [tenantId],
  );
  return row?.n ?? 0;
}

const READ_PATHS = ["/api/sales.php", "/api/dashboard.php", "/api/products.php"];

/** Lists and figures of now and of the moment of the start. */
function startReads(till: Till) {
  const past = new Date().toISOString();
  const paths = [...READ_PATHS, `/api/sales.php?as_of=${encodeURIComponent(past)}`];
  let isStopped = false;
  let answers = 0;
  let failed = 0;
  const running = (async () => {
    while (!isStopped) {
      for (const path of paths) {
        const answer = await till.ask("GET", path).catch(() => undefined);
        answers += 1;
        if (answer?.status !== 200) failed += 1;
      }
      await delay(100);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return { answers, failed };
    },
  };
}

const LOOK_EVERY_MS = 25;
/** Leaders hold advisory locks on purpose. */
const LONGEST_WAIT = `
  select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::int as ms
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where not l.granted and l.locktype <> 'advisory' and a.datname = current_database()`;

/** Looks for queries that wait for a lock; `stop` returns the longest wait that it saw, in ms. */
async function watchLocks(it: Distributed) {
  const client = new Client({ connectionString: it.adminUrl() });
  await client.connect();
  let isStopped = false;
  let longestMs = 0;
  const running = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<{ ms: number }>(LONGEST_WAIT);
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await delay(LOOK_EVERY_MS);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return longestMs;
    },
  };
}

/** What the check sees of a migration that locks out everyone else for three seconds. */
async function badMigration(it: Distributed, till: Till, productId: string): Promise<number> {
  const locks = await watchLocks(it);
  const locking = it.undone(async (query) => {
    await query("lock table es.tenant_heads in access exclusive mode");
    await delay(3_000);
  });
  await delay(200);
  await till.sell([{ productId, quantity: 1 }]);
  await locking;
  return locks.stop();
}
