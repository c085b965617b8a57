import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { createHeavyWork, type HeavyRequest } from "#kernel/node/limits/heavy-work.ts";
import { asPieces } from "#kernel/node/limits/limit-heavy.ts";

const LIMITS = { requestsAtOnce: 2, piecesAtOnce: 2, percent: 50 };

const entered = async (
  work: ReturnType<typeof createHeavyWork>,
  tenant: string,
): Promise<HeavyRequest> => {
  const request = await work.enter(tenant);
  if (!request) throw new Error("not let in");
  return request;
};

test("a tenant has two heavy requests at once; the next waits, and is refused in the end", async () => {
  const work = createHeavyWork(LIMITS);
  const [first] = [await entered(work, "a"), await entered(work, "a")];
  await entered(work, "b");
  const startedAt = performance.now();
  const third = work.enter("a");
  await delay(50);
  first.end();
  first.end();
  expect(await third).toBeDefined();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(45);
  expect(await work.enter("a")).toBeUndefined();
  expect(performance.now() - startedAt).toBeGreaterThan(2_000);
}, 10_000);

test("of one tenant one piece is worked on at a time, and it rests as long as it worked", async () => {
  const work = createHeavyWork(LIMITS);
  const requests = [await entered(work, "a"), await entered(work, "a")];
  let [running, most, workedMs] = [0, 0, 0];
  const startedAt = performance.now();
  await Promise.all(
    requests.map(async (request) => {
      for (let piece = 0; piece < 3; piece += 1) {
        const end = await request.begin();
        running += 1;
        most = Math.max(most, running);
        const begunAt = performance.now();
        await delay(20);
        workedMs += performance.now() - begunAt;
        running -= 1;
        end?.();
      }
    }),
  );
  expect(most).toBe(1);
  // The rest after the last piece is not waited for.
  expect(performance.now() - startedAt).toBeGreaterThan(workedMs * 1.6);
});

test("another tenant's piece does not wait for the rest of the first", async () => {
  const work = createHeavyWork({ ...LIMITS, piecesAtOnce: 1 });
  const [one, two] = [await entered(work, "a"), await entered(work, "b")];
  const end = await one.begin();
  const begunAt = performance.now();
  await delay(400);
  const workedMs = performance.now() - begunAt;
  const waiting = two.begin();
  const startedAt = performance.now();
  end?.();
  (await waiting)?.();
  // The first one rests as long as it has worked.
  expect(performance.now() - startedAt).toBeLessThan(workedMs / 2);
});

test("what is done with a part is a piece, and a piece ends when the rest is not wanted", async () => {
  const work = createHeavyWork(LIMITS);
  const heavy = await entered(work, "a");
  let endedAt = Number.NEGATIVE_INFINITY;
  for await (const part of asPieces({ heavy }, [1, 2, 3])) {
    expect(performance.now() - endedAt).toBeGreaterThan(15);
    await delay(20);
    endedAt = performance.now();
    if (part === 2) break;
  }
  expect(await heavy.begin(1_000)).toBeDefined();
});
