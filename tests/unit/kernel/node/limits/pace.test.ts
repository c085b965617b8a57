import { expect, test } from "vitest";

import { createPace } from "#kernel/node/limits/pace.ts";

function openPace(perSecond: number) {
  const time = { nowMs: 0 };
  return { time, ...createPace({ perSecond, clock: () => time.nowMs }) };
}

test("a quarter of a second comes at once, the rest evenly, and what waits over a second is refused", () => {
  const { wait } = openPace(100);
  const waits = Array.from({ length: 200 }, () => wait("a", 1));
  expect(waits.slice(0, 26).every((ms) => ms === 0)).toBe(true);
  expect(waits[30]).toBe(50);
  expect(waits[31]).toBe(60);
  expect(waits[125]).toBe(1_000);
  expect(waits.slice(126).every((ms) => ms === undefined)).toBe(true);
  expect(wait("b", 1)).toBe(0);
});

test("a heavy request counts as many, and is never too heavy for a tenant that asks for little", () => {
  const { time, wait } = openPace(10);
  expect(wait("a", 20)).toBe(0);
  expect(wait("a", 1)).toBeUndefined();
  time.nowMs = 1_900;
  expect(wait("a", 1)).toBe(0);
});

test("a cashier who sells every two seconds for eight hours never waits", () => {
  const { time, wait } = openPace(100);
  let waited = 0;
  for (let sale = 0; sale < 14_400; sale += 1) {
    for (const points of [1, 1, 1]) waited += wait("a", points) ?? 1;
    time.nowMs += 2_000;
  }
  expect(waited).toBe(0);
});
