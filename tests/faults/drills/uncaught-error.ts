import { setTimeout as delay } from "node:timers/promises";

import { compareWithLog } from "#tests/kit/product/invariants.ts";
import { startSales, until } from "#tests/kit/product/sales-load.ts";
import type { StandaloneShop } from "#tests/kit/product/standalone-shop.ts";
import { watchAnswers } from "#tests/kit/product/watch-answers.ts";

/** The product throws an uncaught error when the window of its terminal changes. */
export const THROWS_ON_SIGNAL = {
  NODE_OPTIONS: `--import data:text/javascript,process.on('SIGWINCH',()=>{setTimeout(()=>{throw%20new%20Error('planted')})})`,
};
const throwIn = ({ product }: StandaloneShop): void => void process.kill(product.pid, "SIGWINCH");

const BACK_WITHIN_MS = 15_000;

/** One uncaught error while sales go on. */
export async function throwOnce(shop: StandaloneShop) {
  const { till, productId, product, query } = shop;
  const watch = watchAnswers(till, { base: product.url, productId, everyMs: 50 });
  const load = startSales(till, { productId, callers: 4, pauseMs: 50 });
  await delay(500);
  throwIn(shop);
  await until(
    "a request while the parts start again",
    async () => watch.seen.some(({ what, status }) => what !== "ready" && status === 503),
    BACK_WITHIN_MS,
  );
  const downMs = await until(
    "sales after an uncaught error",
    async () => (await till.sell([{ productId, quantity: 1 }])).status === 200,
    BACK_WITHIN_MS,
  );
  await delay(300);
  await load.stop();
  await watch.stop();
  const statuses = watch.seen.filter(({ what }) => what !== "ready").map(({ status }) => status);
  return {
    downMs,
    statuses: [...new Set(statuses)].toSorted((a, b) => a - b),
    refused: load.refused.length,
    log: await compareWithLog(query, till.tenantId, load),
  };
}

/** Throws until the product ends; resolves with its exit code. */
export async function throwUntilItEnds(shop: StandaloneShop): Promise<number | null> {
  const ended = shop.product.exited();
  let isOver = false;
  const stop = setTimeout(() => (isOver = true), 4 * BACK_WITHIN_MS);
  void ended.then(() => (isOver = true));
  while (!isOver) {
    throwIn(shop);
    await delay(200);
  }
  clearTimeout(stop);
  return ended;
}
