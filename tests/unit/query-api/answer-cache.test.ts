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

const sized = (clock = () => 0) =>
  createAnswerCache<string>(100, {
    mostBytes: 10,
    sizeOf: (answer) => answer.length,
    unusedMs: 1_000,
    clock,
  });

it("keeps no more bytes than it may, and none of an answer that is too large by itself", () => {
  const memory = sized();
  memory.keep("first", "t", "1234");
  memory.keep("second", "t", "1234");
  memory.keep("first", "u", "12345"); // in place of the first
  const kept = () => ["first", "second", "third", "large"].filter((name) => memory.has(name));
  expect(kept()).toEqual(["first", "second"]);
  memory.keep("third", "t", "12");
  expect(kept()).toEqual(["first", "third"]);
  memory.keep("large", "t", "12345678901");
  expect(kept()).toEqual(["first", "third"]);
  memory.keep("first", "v", "12345678901");
  expect(kept()).toEqual(["third"]);
});

it("forgets an answer that was not used for long when another is kept", () => {
  let nowMs = 0;
  const memory = sized(() => nowMs);
  memory.keep("used", "t", "1");
  memory.keep("unused", "t", "1");
  nowMs = 900;
  memory.recall("used", "t");
  nowMs = 1_500;
  memory.keep("new", "t", "1");
  expect(["used", "unused", "new"].map((name) => memory.has(name))).toEqual([true, false, true]);
});
