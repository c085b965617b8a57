import { expect, test } from "vitest";

import { together } from "#kernel/node/together.ts";

/** Doubles numbers, and notes with how many it was asked at once. */
function doubling() {
  const asked: number[] = [];
  const double = together(async (numbers: readonly number[]) => {
    asked.push(numbers.length);
    if (numbers.includes(13)) throw new Error("unlucky");
    return numbers.map((number) => 2 * number);
  });
  return { asked, double };
}

test("calls of one turn are one, and each gets its own result", async () => {
  const { asked, double } = doubling();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(asked).toEqual([3, 1]);
});

test("a long list goes in pieces, in order", async () => {
  const { asked, double } = doubling();
  const numbers = Array.from({ length: 1_200 }, (_, index) => index + 100);
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => 2 * number));
  expect(asked).toEqual([500, 500, 200]);
});

test("what fails, fails for those that were asked with it", async () => {
  const { double } = doubling();
  const both = await Promise.allSettled([double(1), double(13)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await double(1)).toBe(2);
});
