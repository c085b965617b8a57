import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { type Backoff, retryDelayMs, SALE_BACKOFF } from "#kernel/contract/backoff.ts";
import { createRandom, type Random } from "#tests/kit/builders/random.ts";
import type { StandaloneShop } from "#tests/kit/product/standalone-shop.ts";

const CLIENTS = 200;
/** The web app's own limit for one request. */
const GIVE_UP_MS = 30_000;

export type Storm = Readonly<{
  /** Seconds of usual selling, of the freeze, and afterwards. */
  before: number;
  frozen: number;
  after: number;
  /** How a client waits between two tries of a sale that it keeps. */
  backoff: Backoff;
  giveUpMs?: number;
  /** The time between two sales of a person, in ms. */
  thinkMs: number;
}>;

export type Weathered = Readonly<{
  sales: number;
  /** Requests for each sale that was made. */
  requestsPerSale: number;
  /** Sales recorded a second before the freeze, and in the last 10 s of the first 30 s after it. */
  usualPerSecond: number;
  laterPerSecond: number;
  /** Sales that no one has recorded at the end. */
  unsent: number;
  keys: readonly string[];
}>;

type Tally = {
  isOver: boolean;
  requests: number;
  made: number;
  unsent: number;
  recordedMs: number[];
  keys: string[];
};

/**
 * Postgres hangs under 200 tills. Each sends a sale at once, keeps it if there is no answer, and
 * sends what it keeps again, oldest first, as the web app does.
 */
export async function weatherStorm(
  shop: StandaloneShop,
  storm: Storm,
  seed: number,
): Promise<Weathered> {
  const tally: Tally = {
    isOver: false,
    requests: 0,
    made: 0,
    unsent: 0,
    recordedMs: [],
    keys: [],
  };
  const random = createRandom(seed);
  const running = Array.from({ length: CLIENTS }, () => sellAsTill(shop, { storm, tally, random }));
  const startMs = performance.now();
  await delay(storm.before * 1000);
  const frozenMs = performance.now();
  await shop.postgres.signal("SIGSTOP", "all");
  await delay(storm.frozen * 1000);
  await shop.postgres.signal("SIGCONT", "all");
  const thawedMs = performance.now();
  await delay(storm.after * 1000);
  tally.isOver = true;
  await Promise.all(running);

  const rate = (fromMs: number, toMs: number): number =>
    (1000 * tally.recordedMs.filter((at) => at >= fromMs && at < toMs).length) / (toMs - fromMs);
  const windowEndMs = thawedMs + Math.min(30, storm.after) * 1000;
  return {
    sales: tally.made,
    requestsPerSale: tally.requests / tally.made,
    // The first seconds, in which the tills begin one after the other, do not count.
    usualPerSecond: rate(startMs + storm.thinkMs, frozenMs),
    laterPerSecond: rate(windowEndMs - 10_000, windowEndMs),
    unsent: tally.unsent,
    keys: tally.keys,
  };
}

type Selling = Readonly<{ storm: Storm; tally: Tally; random: Random }>;

async function sellAsTill(
  { till, productId }: StandaloneShop,
  { storm, tally, random }: Selling,
): Promise<void> {
  const kept: string[] = [];
  let failures = 0;
  let sendingAgain: Promise<void> | undefined;

  const send = async (key: string): Promise<boolean> => {
    tally.requests += 1;
    const timeoutMs = storm.giveUpMs ?? GIVE_UP_MS;
    const answer = await till
      .sell([{ productId, quantity: 1 }], { key, timeoutMs })
      .catch(() => undefined);
    if (answer?.status !== 200) return false;
    tally.recordedMs.push(performance.now());
    tally.keys.push(key);
    return true;
  };
  const sendKept = async (): Promise<void> => {
    while (kept.length > 0 && !tally.isOver) {
      await delay(retryDelayMs(failures + 1, storm.backoff));
      for (let key = kept[0]; key !== undefined; key = kept[0]) {
        if (!(await send(key))) break;
        kept.shift();
      }
      failures = kept.length > 0 ? failures + 1 : 0;
    }
  };

  await delay(random() * storm.thinkMs);
  while (!tally.isOver) {
    const key = randomUUID();
    tally.made += 1;
    if (!(await send(key))) {
      kept.push(key);
      sendingAgain ??= sendKept().finally(() => (sendingAgain = undefined));
    }
    await delay(storm.thinkMs * (0.5 + random()));
  }
  await sendingAgain;
  tally.unsent += kept.length;
}

export const REAL_TILL = { backoff: SALE_BACKOFF, thinkMs: 4_000 };
/** Gives up soon and asks again at once. */
export const HASTY_TILL = {
  backoff: { firstMs: 50, longestMs: 50 },
  giveUpMs: 1_000,
  thinkMs: 4_000,
};
