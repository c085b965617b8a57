import { expect, test } from "vitest";

import { createPasswords } from "#kernel/node/crypto/passwords.ts";

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

test("an account that does not exist takes its time as one that does", async () => {
  const passwords = await createPasswords();
  const hash = await passwords.hash("right");
  if (typeof hash === "object") throw new Error("busy");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 9; round++) {
    known.push(await msOf(() => passwords.isRight("wrong", hash)));
    unknown.push(await msOf(() => passwords.isRight("wrong", undefined)));
  }
  // The fastest of each: whatever else the machine does only makes them slower.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
});

test("no password is right where there is no account", async () => {
  const passwords = await createPasswords();
  expect(await passwords.isRight("", undefined)).toBe(false);
});

test("who would wait too long is turned away, and later ones are served again", async () => {
  const passwords = await createPasswords({ atOnce: 1, mostWaiting: 2 });
  const flood = await Promise.all(Array.from({ length: 10 }, () => passwords.hash("x")));
  expect(flood.filter((outcome) => typeof outcome === "string")).toHaveLength(3);
  expect(flood.filter((outcome) => typeof outcome === "object")).toEqual(
    Array.from({ length: 7 }, () => ({ rejected: "unavailable" })),
  );
  expect(typeof (await passwords.hash("x"))).toBe("string");
});

test("a hash that cannot be read fails and leaves its turn to the next", async () => {
  const passwords = await createPasswords({ atOnce: 1, mostWaiting: 2 });
  await expect(passwords.isRight("x", "not a hash")).rejects.toThrow(/./);
  expect(await passwords.isRight("x", undefined)).toBe(false);
});
