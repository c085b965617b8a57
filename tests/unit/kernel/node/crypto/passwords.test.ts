import { expect, test } from "vitest";

import { createPasswords } from "#kernel/node/crypto/passwords.ts";

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

const FEWEST_ROUNDS = 9;
const MOST_ROUNDS = 60;

test("checking the password of an unknown account takes as long as that of a known one", async () => {
  const passwords = await createPasswords();
  const hash = await passwords.hash("right");
  if (typeof hash === "object") throw new Error("busy");
  const known: number[] = [];
  const unknown: number[] = [];
  // The fastest of each: other work on the machine only makes them slower, so more rounds are tried.
  const takesAsLong = () => Math.min(...unknown) > Math.min(...known) / 2;
  for (let round = 0; round < MOST_ROUNDS && (round < FEWEST_ROUNDS || !takesAsLong()); round++) {
    known.push(await msOf(() => passwords.isRight("wrong", hash)));
    unknown.push(await msOf(() => passwords.isRight("wrong", undefined)));
  }
  expect(takesAsLong()).toBe(true);
});

test("no password is right for an unknown account", async () => {
  const passwords = await createPasswords();
  expect(await passwords.isRight("", undefined)).toBe(false);
});

test("calls beyond the queue's length are refused, and later ones are served again", async () => {
  const passwords = await createPasswords({ atOnce: 1, mostWaiting: 2 });
  const flood = await Promise.all(Array.from({ length: 10 }, () => passwords.hash("x")));
  expect(flood.filter((outcome) => typeof outcome === "string")).toHaveLength(3);
  expect(flood.filter((outcome) => typeof outcome === "object")).toEqual(
    Array.from({ length: 7 }, () => ({ rejected: "unavailable" })),
  );
  expect(typeof (await passwords.hash("x"))).toBe("string");
});

test("an unreadable hash fails and frees its slot", async () => {
  const passwords = await createPasswords({ atOnce: 1, mostWaiting: 2 });
  await expect(passwords.isRight("x", "not a hash")).rejects.toThrow(/./);
  expect(await passwords.isRight("x", undefined)).toBe(false);
});
