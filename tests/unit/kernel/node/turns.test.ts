import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createTries } from "#kernel/node/crypto/tries.ts";
import { createTurns } from "#kernel/node/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a few work at once, the others in the order of their arrival", async () => {
  const turns = createTurns({ atOnce: 2 });
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      const end = await turns.take();
      order.push(n);
      await Promise.resolve();
      end?.();
    }),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(turns.waiting()).toBe(0);
});

test("a lower rank goes first, and takes the place of a higher one in a full line", async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 2 });
  const end = await turns.take();
  const got: string[] = [];
  const wait = async (name: string, rank: number) => {
    const mine = await turns.take({ rank });
    got.push(mine ? name : `${name} refused`);
    mine?.();
  };
  const all = [wait("guesser", 5), wait("guesser again", 6), wait("honest", 0), wait("late", 9)];
  await vi.advanceTimersByTimeAsync(0);
  end?.();
  await Promise.all(all);
  expect(got.toSorted()).toEqual(["guesser", "guesser again refused", "honest", "late refused"]);
  expect(got.indexOf("honest")).toBeLessThan(got.indexOf("guesser"));
});

test("who does not want to wait longer leaves the line, and ending twice ends once", async () => {
  const turns = createTurns({ atOnce: 1 });
  const end = await turns.take();
  const given = turns.take({ withinMs: 100 });
  await vi.advanceTimersByTimeAsync(100);
  expect(await given).toBeUndefined();
  end?.();
  end?.();
  const next = await turns.take();
  expect(next).toBeDefined();
  expect(await Promise.race([turns.take({ withinMs: 1 }), vi.advanceTimersByTimeAsync(2)])).toBe(
    undefined,
  );
});

test("tries are counted by sender, not when they were right, and forgotten after a while", () => {
  let nowMs = 0;
  const tries = createTries(() => nowMs);
  expect([tries.add("a"), tries.add("a"), tries.add("b")]).toEqual([0, 1, 0]);
  tries.takeBack("a");
  expect(tries.add("a")).toBe(1);
  nowMs += 6 * 60_000;
  expect(tries.add("a")).toBe(2);
  nowMs += 6 * 60_000;
  expect(tries.add("b")).toBe(0);
});
