import { expect, test } from "vitest";

import { createRemembered, remembering } from "#kernel/node/remember.ts";

test("a function is called once for each key", () => {
  const made: string[] = [];
  const upper = remembering((key: string) => {
    made.push(key);
    return key.toUpperCase();
  });
  expect([upper("a"), upper("b"), upper("a")]).toEqual(["A", "B", "A"]);
  expect(made).toEqual(["a", "b"]);
});

test("what throws is not remembered", () => {
  let calls = 0;
  const fails = remembering((): string => {
    calls += 1;
    throw new Error("no");
  });
  expect(() => fails("a")).toThrow("no");
  expect(() => fails("a")).toThrow("no");
  expect(calls).toBe(2);
});

test("the oldest is forgotten first", () => {
  const known = createRemembered<number>(2);
  for (const [value, key] of ["a", "b", "c"].entries()) known.set(key, value);
  expect([known.get("a"), known.get("b"), known.get("c")]).toEqual([undefined, 1, 2]);
});
