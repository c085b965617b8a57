import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { createRandom, shuffled } from "#tests/kit/builders/random.ts";
import type { Query } from "#tests/kit/product/distributed.ts";
import { caughtUp, compareWithLog } from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import { openTill } from "#tests/kit/product/till.ts";
import { longestMs, type Seen, watchAnswers } from "#tests/kit/product/watch-answers.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import type { CuttableProduct, Link } from "./cuttable-product.ts";
import { LONGEST_WAIT_S } from "./freeze-postgres.ts";

const SELLERS = 4;
const ASK_EVERY_MS = 250;
const WELL_WITHIN_S = 10;
/** Passing requests through web server and service takes a little more than the service's limit. */
const THROUGH_WEB_S = LONGEST_WAIT_S + 1;

/** Cuts every link once, in an order drawn by the seed, while sales go on. */
export async function cutEveryLink(
  product: CuttableProduct,
  { seed, figure, control }: RowTest,
  seconds: number,
): Promise<void> {
  const { query, close } = await openQuery(product.adminUrl);
  const till = await openTill(product.url);
  const productId = await till.addProduct("Milo 400g", 10_000_000);
  const load = startSales(till, { productId, callers: SELLERS, pauseMs: 50 });
  const watch = watchAnswers(till, { base: product.url, productId, everyMs: ASK_EVERY_MS });
  const unlimited = waitWithoutLimits(product.cuttableUrl, seconds);
  const wells: number[] = [];
  for (const link of shuffled(product.links, createRandom(seed))) {
    const endMs = performance.now() + seconds * 1000;
    await link.cut();
    if (link === product.links[0]) unlimited.begin();
    await delay(Math.max(0, endMs - performance.now()));
    await link.restore();
    wells.push(await wellAgain(till, productId, link));
    await delay(500);
  }
  await load.stop();
  await watch.stop();
  await caughtUp(query, till.tenantId, 30_000);

  const asked = watch.seen.filter(({ what }) => what !== "ready");
  const others = asked.filter(({ status }) => status !== 200 && status !== 503);
  const { lost, doubled, gaps } = await compareWithLog(query, till.tenantId, load);
  figure("links cut", product.links.length, { exactly: 8 });
  figure("sales", load.sold.length, { atLeast: 100 });
  figure("answers of 503", asked.filter(({ status }) => status === 503).length, { atLeast: 1 });
  figure("other answers", others.length, { exactly: 0 });
  figure("longest wait in s", longestMs(asked) / 1000, { atMost: THROUGH_WEB_S });
  figure("longest time until a sale afterwards in s", Math.max(...wells) / 1000, {
    atMost: WELL_WITHIN_S,
  });
  figure("acknowledged sales lost", lost, { exactly: 0 });
  figure("sales doubled", doubled, { exactly: 0 });
  figure("numbers missing in the log", gaps, { exactly: 0 });
  figure("rows that differ from the log", await product.differingRows(till.tenantId), {
    exactly: 0,
  });
  control("longest wait in s, of a connection without limits", await unlimited.seconds(), {
    atLeast: seconds - 1,
  });
  tell(others);
  await close();
}

function tell(others: readonly Seen[]): void {
  for (const { what, status, ms } of others) {
    process.stdout.write(`${what} was answered ${status} after ${Math.round(ms)} ms\n`);
  }
}

const wellAgain = (
  till: Awaited<ReturnType<typeof openTill>>,
  productId: string,
  { name }: Link,
): Promise<number> =>
  until(
    `a sale after the cut between ${name}`,
    async () =>
      (await till.sell([{ productId, quantity: 1 }]).catch(() => undefined))?.status === 200,
    30_000,
  );

/** A query on a connection that has neither our limits nor the server's. */
function waitWithoutLimits(connectionString: string, atMost: number) {
  const waited = Promise.withResolvers<number>();
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  const connected = client.connect();
  return {
    begin: (): void => {
      const startedAt = performance.now();
      const asked = connected.then(() => client.query("select 1"));
      const end = (): void => waited.resolve((performance.now() - startedAt) / 1000);
      void Promise.race([asked, delay(3 * atMost * 1000)]).then(end, end);
    },
    seconds: async (): Promise<number> => {
      const seconds = await waited.promise;
      await client.end().catch(() => undefined);
      return seconds;
    },
  };
}

async function openQuery(adminUrl: string): Promise<{ query: Query; close: () => Promise<void> }> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  return {
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...values])).rows,
    close: () => client.end(),
  };
}
