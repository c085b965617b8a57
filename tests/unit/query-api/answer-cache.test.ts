import { expect, it } from "vitest";

import { createAnswerCache } from "#query-api/answer-cache.ts";

it("returns an answer only for the state it was computed from", () => {
  const memory = createAnswerCache<string>();
  memory.keep("own dashboard", "at 7", "seven");

  expect(memory.recall("own dashboard", "at 7")).toBe("seven");
  expect(memory.recall("own dashboard", "at 8")).toBeUndefined();
  expect(memory.recall("foreign dashboard", "at 7")).toBeUndefined();
  expect([memory.has("own dashboard"), memory.has("foreign dashboard")]).toEqual([true, false]);
});

it("keeps one answer per question, the last", () => {
  const memory = createAnswerCache<string>();
  memory.keep("q", "at 7", "seven");
  memory.keep("q", "at 8", "eight");
  expect([memory.recall("q", "at 7"), memory.recall("q", "at 8")]).toEqual([undefined, "eight"]);
});

it("evicts the least recently used answer", () => {
  const memory = createAnswerCache<number>(2);
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
