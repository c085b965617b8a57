import { setTimeout as delay } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { type KeepOptions, keepParts } from "#standalone/product/keep-parts.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

const boom = new Error("boom");

/** Parts that are numbered in the order of their starts. */
function countedParts() {
  const steps: string[] = [];
  let started = 0;
  return {
    steps,
    start: async () => {
      started += 1;
      const number = started;
      steps.push(`start ${number}`);
      return { number, close: async () => void steps.push(`close ${number}`) };
    },
  };
}

const keep = <Parts extends { close: () => Promise<void> }>(
  start: () => Promise<Parts>,
  more: Partial<KeepOptions<Parts>> = {},
) => keepParts({ start, giveUp: () => undefined, log: silent, ...more });

test("after an uncaught error the parts are closed, and then started again", async () => {
  const { start, steps } = countedParts();
  const kept = await keep(start);
  expect(kept.current()?.number).toBe(1);
  kept.failed(boom);
  expect(kept.current()).toBeUndefined();
  await vi.waitFor(() => expect(kept.current()?.number).toBe(2));
  expect(steps).toEqual(["start 1", "close 1", "start 2"]);
  await kept.close();
  expect(steps.at(-1)).toBe("close 2");
});

test("errors while they start again cause no second start", async () => {
  const { start, steps } = countedParts();
  const kept = await keep(start);
  kept.failed(boom);
  kept.failed(boom);
  await vi.waitFor(() => expect(kept.current()?.number).toBe(2));
  expect(steps).toEqual(["start 1", "close 1", "start 2"]);
});

test("a start that fails is tried again", async () => {
  const { start } = countedParts();
  let isAway = false;
  const kept = await keep(() => (isAway ? Promise.reject(boom) : start()));
  isAway = true;
  kept.failed(boom);
  await delay(300);
  expect(kept.current()).toBeUndefined();
  isAway = false;
  await vi.waitFor(() => expect(kept.current()?.number).toBe(2));
});

test("parts that cannot be closed are left behind", async () => {
  const { start } = countedParts();
  const kept = await keep(async () => ({ ...(await start()), close: () => Promise.reject(boom) }));
  kept.failed(boom);
  await vi.waitFor(() => expect(kept.current()?.number).toBe(2));
});

test("too many errors in a short time end it, once, with the last reason", async () => {
  const { start } = countedParts();
  const giveUp = vi.fn<(reason: string) => void>();
  const kept = await keep(start, { giveUp, mostFailures: 2 });
  for (let failure = 0; failure < 5; failure += 1) {
    kept.failed(boom);
    await delay(10);
  }
  expect(giveUp.mock.calls).toEqual([["boom"]]);
});

test("a start that goes on failing ends it", async () => {
  const { start } = countedParts();
  const giveUp = vi.fn<(reason: string) => void>();
  let isBroken = false;
  const kept = await keep(() => (isBroken ? Promise.reject(boom) : start()), {
    giveUp,
    withinMs: 300,
  });
  isBroken = true;
  kept.failed(boom);
  await vi.waitFor(() => expect(giveUp.mock.calls).toEqual([["boom"]]), { timeout: 3_000 });
});

test("no parts start after the end", async () => {
  const { start, steps } = countedParts();
  const kept = await keep(start);
  const closing = kept.close();
  kept.failed(boom);
  await closing;
  await delay(20);
  expect(steps).toEqual(["start 1", "close 1"]);
});
