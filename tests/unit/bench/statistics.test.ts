import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { collectLatencies } from "#tests/bench/kit/latencies.ts";
import { median, percentile } from "#tests/bench/kit/statistics.ts";

describe("the median", () => {
  test("is the middle one of an odd number, in whatever order they come", () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test("is the mean of the two in the middle of an even number", () => {
    expect(median([1, 2, 10, 4])).toBe(3);
  });

  test("sorts as numbers, not as texts", () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  test("of nothing is refused", () => {
    expect(() => median([])).toThrow("no median");
  });

  test("has as many values below as above", () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list);
        const below = list.filter((value) => value < middle).length;
        const above = list.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(list.length / 2);
      }),
    );
  });
});

describe("the percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  test("is a value that was seen", () => {
    expect(percentile(hundred, 50)).toBe(50);
    expect(percentile(hundred, 99)).toBe(99);
    expect(percentile(hundred, 100)).toBe(100);
  });

  test("of few values is the slowest, not the second slowest", () => {
    expect(percentile([1, 2, 3, 4, 5], 99)).toBe(5);
  });

  test("of nothing is refused", () => {
    expect(() => percentile([], 50)).toThrow("no percentile");
  });
});

test("latencies are summed up over more than their first room", () => {
  const latencies = collectLatencies();
  for (let ms = 10_000; ms >= 1; ms -= 1) latencies.add(ms);
  expect(latencies.count()).toBe(10_000);
  expect(latencies.summary()).toEqual({ p50Ms: 5000, p99Ms: 9900, maxMs: 10_000 });
});
