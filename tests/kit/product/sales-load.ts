import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import * as z from "zod/mini";

import type { Answer, Till } from "./till.ts";

export type SoldItem = Readonly<{
  key: string;
  saleId: string;
  /** From the first request to the answer 200. */
  ms: number;
  /** Requests until it was acknowledged: more than one after an error. */
  tries: number;
}>;

export type Load = Readonly<{
  /** Acknowledged with 2xx. */
  sold: readonly SoldItem[];
  /** Every other answer, after the same key was retried. */
  refused: readonly Answer[];
  tries: () => number;
  stop: () => Promise<void>;
}>;

const WriteResult = z.object({ data: z.object({ id: z.string() }) });
const AGAIN_AFTER_MS = 100;
const GIVE_UP_MS = 60_000;

type Pace =
  | Readonly<{ callers: number; pauseMs?: number }>
  /** Begins this many sales a second, however long each takes. */
  | Readonly<{ perSecond: number }>;

/**
 * Each caller makes one sale after another, or sales begin at a fixed rate. A sale with an unknown
 * outcome is sent again under its key until it is known.
 */
export function startSales(
  till: Till,
  { productId, ...pace }: Readonly<{ productId: string }> & Pace,
): Load {
  const sold: SoldItem[] = [];
  const refused: Answer[] = [];
  let tries = 0;
  let isStopped = false;

  const sellOnce = async (): Promise<void> => {
    const key = randomUUID();
    const startedAt = performance.now();
    for (let own = 1; ; own += 1) {
      tries += 1;
      const answer = await till
        .sell([{ productId, quantity: 1 }], { key, timeoutMs: 10_000 })
        .catch(() => undefined);
      const ms = performance.now() - startedAt;
      if (answer?.status === 200) {
        sold.push({ key, saleId: WriteResult.parse(answer.body).data.id, ms, tries: own });
        return;
      }
      if ((answer && answer.status < 500) || ms > GIVE_UP_MS) {
        if (answer) refused.push(answer);
        return;
      }
      await delay(AGAIN_AFTER_MS);
    }
  };
  const sellInTurn = async (pauseMs: number): Promise<void> => {
    while (!isStopped) {
      await sellOnce();
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  const sellAtRate = async (perSecond: number): Promise<void> => {
    const begun: Promise<void>[] = [];
    const startedAt = performance.now();
    while (!isStopped) {
      begun.push(sellOnce());
      await delay(Math.max(0, startedAt + (begun.length * 1000) / perSecond - performance.now()));
    }
    await Promise.all(begun);
  };
  const running =
    "perSecond" in pace
      ? [sellAtRate(pace.perSecond)]
      : Array.from({ length: pace.callers }, () => sellInTurn(pace.pauseMs ?? 0));
  return {
    sold,
    refused,
    tries: () => tries,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      if (refused.length > 0) process.stderr.write(`refused: ${summaryOf(refused)}\n`);
    },
  };
}

/** Each answer with its number, for the log of a failed test. */
function summaryOf(answers: readonly Answer[]): string {
  const texts = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, { length }]) => `${length} x ${text}`)
    .join(", ");
}

/** Polls until the condition holds or the time is over. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  withinMs: number,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs) {
      throw new Error(`${what}: not within ${withinMs} ms`);
    }
    await delay(20);
  }
  return performance.now() - startedAt;
}

/** By nearest rank: the smallest value that this part of all values does not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0;
