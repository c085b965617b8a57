import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { type Answer, request, type Till } from "./till.ts";

export type Seen = Readonly<{
  what: "sale" | "read" | "ready";
  /** When it was sent, in ms of `performance.now`. */
  sentMs: number;
  ms: number;
  /** 0: no answer at all. */
  status: number;
  hasRetryAfter: boolean;
  requestId: string | undefined;
}>;

export type Watch = Readonly<{
  seen: readonly Seen[];
  /** Sends nothing more; what was sent may still be answered. */
  stopAsking: () => void;
  /** Waits for every answer. */
  stop: () => Promise<void>;
}>;

type Options = Readonly<{ base: string; productId: string; everyMs: number }>;

const WITHIN_MS = 40_000;

/**
 * Sends a sale, a read and a readiness check at a fixed rate, however long each takes, and records
 * every answer. Nothing is sent again, so it sees what one request gets.
 */
export function watchAnswers(till: Till, { base, productId, everyMs }: Options): Watch {
  const seen: Seen[] = [];
  const open = new Set<Promise<void>>();
  let isStopped = false;

  const record = async (what: Seen["what"], asked: Promise<Answer>): Promise<void> => {
    const sentMs = performance.now();
    const answer = await asked.catch(() => undefined);
    seen.push({
      what,
      sentMs,
      ms: performance.now() - sentMs,
      status: answer?.status ?? 0,
      hasRetryAfter: answer?.headers.has("retry-after") ?? false,
      requestId: answer?.headers.get("x-request-id") ?? undefined,
    });
  };
  const ask = (): void => {
    const sale = { key: randomUUID(), timeoutMs: WITHIN_MS };
    const all = [
      record("sale", till.sell([{ productId, quantity: 1 }], sale)),
      record("read", till.ask("GET", "/api/products.php", { timeoutMs: WITHIN_MS })),
      record("ready", request(base, "GET", "/health/ready", { timeoutMs: WITHIN_MS })),
    ];
    for (const one of all) {
      open.add(one);
      void one.then(() => open.delete(one));
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      ask();
      await delay(everyMs);
    }
    await Promise.all(open);
  };
  const running = run();
  return {
    seen,
    stopAsking: () => void (isStopped = true),
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/** The longest of some requests, in ms. */
export const longestMs = (seen: readonly Seen[]): number =>
  Math.max(0, ...seen.map(({ ms }) => ms));
