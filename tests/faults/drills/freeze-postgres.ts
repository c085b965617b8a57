import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { runningPostgresUrl } from "#standalone/product/postgres/embedded-postgres.ts";
import { caughtUp, compareWithLog } from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import type { StandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { longestMs, watchAnswers } from "#tests/kit/product/watch-answers.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

const SELLERS = 8;
const ASK_EVERY_MS = 250;
/** A handler gives up after 6 s; the rest is for the machine. */
export const LONGEST_WAIT_S = 7;
const READY_WITHIN_S = 1.5;
const WELL_WITHIN_S = 5;

/** All processes of Postgres stop in the middle of everything and go on after a while. */
export async function freezePostgres(
  shop: StandaloneShop,
  { figure, control }: RowTest,
  seconds: number,
): Promise<void> {
  const { till, productId, query, postgres, product } = shop;
  const load = startSales(till, { productId, callers: SELLERS, pauseMs: 100 });
  await delay(1_000);
  const unlimited = await connectWithoutLimits(shop);
  await postgres.signal("SIGSTOP", "all");
  const frozenMs = performance.now();
  const waited = unlimited.select();
  const watch = watchAnswers(till, { base: product.url, productId, everyMs: ASK_EVERY_MS });
  await delay(seconds * 1000);
  watch.stopAsking();
  await postgres.signal("SIGCONT", "all");
  const wellMs = await until(
    "a sale after the freeze",
    async () =>
      (await till.sell([{ productId, quantity: 1 }]).catch(() => undefined))?.status === 200,
    30_000,
  );
  await watch.stop();
  await load.stop();
  await caughtUp(query, till.tenantId, 20_000);

  const last = frozenMs + seconds * 1000 - LONGEST_WAIT_S * 1000;
  const during = watch.seen.filter(({ what, sentMs }) => what !== "ready" && sentMs < last);
  const ready = watch.seen.filter(({ what }) => what === "ready");
  const { lost, doubled, gaps } = await compareWithLog(query, till.tenantId, load);
  figure("requests while frozen", during.length, { atLeast: 20 });
  figure("answers other than 503", during.filter(({ status }) => status !== 503).length, {
    exactly: 0,
  });
  figure("without Retry-After", during.filter((one) => !one.hasRetryAfter).length, { exactly: 0 });
  figure("longest wait in s", longestMs(during) / 1000, { atMost: LONGEST_WAIT_S });
  figure("times ready", ready.filter(({ status }) => status === 200).length, { atMost: 5 });
  figure("longest readiness check in s", longestMs(ready) / 1000, { atMost: READY_WITHIN_S });
  figure("s until the next sale", wellMs / 1000, { atMost: WELL_WITHIN_S });
  figure("acknowledged sales lost", lost, { exactly: 0 });
  figure("sales doubled", doubled, { exactly: 0 });
  figure("numbers missing in the log", gaps, { exactly: 0 });
  control("longest wait in s, of a connection without limits", (await waited) / 1000, {
    atLeast: seconds - 1,
  });
}

async function connectWithoutLimits({ dataDir }: StandaloneShop) {
  const client = new Client({ connectionString: await runningPostgresUrl(dataDir) });
  client.on("error", () => undefined);
  await client.connect();
  return {
    /** How long a query takes, in ms. */
    select: async (): Promise<number> => {
      const startedAt = performance.now();
      await client.query("select 1").catch(() => undefined);
      await client.end().catch(() => undefined);
      return performance.now() - startedAt;
    },
  };
}
