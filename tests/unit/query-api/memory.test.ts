import { expect, it } from "vitest";

import { createMemory } from "#query-api/memory.ts";

it("recalls an answer only for the state that it was made of", () => {
  const memory = createMemory<string>();
  memory.keep("own dashboard", "at 7", "seven");

  expect(memory.recall("own dashboard", "at 7")).toBe("seven");
  expect(memory.recall("own dashboard", "at 8")).toBeUndefined();
  expect(memory.recall("foreign dashboard", "at 7")).toBeUndefined();
  expect([memory.has("own dashboard"), memory.has("foreign dashboard")]).toEqual([true, false]);
});

it("holds one answer a question, the last", () => {
  const memory = createMemory<string>();
  memory.keep("q", "at 7", "seven");
  memory.keep("q", "at 8", "eight");
  expect([memory.recall("q", "at 7"), memory.recall("q", "at 8")]).toEqual([undefined, "eight"]);
});

it("forgets what was not asked for the longest time", () => {
  const memory = createMemory<number>(2);
  memory.keep("first", "t", 1);
  memory.keep("second", "t", 2);
  expect(memory.recall("first", "t")).toBe(1);
  memory.keep("third", "t", 3);
  expect(["first", "second", "third"].map((question) => memory.has(question))).toEqual([
    true,
    false,
    true,
  ]);
});
