import { describe, expect, test } from "vitest";

import { createGauge, registry, sharedFor } from "#kernel/node/metrics/registry.ts";

const joinSize = createGauge({ name: "tillbook_test_size", help: "of a test" });
const joinBy = createGauge({ name: "tillbook_test_by", help: "of a test", labels: ["part"] });

const linesOf = async (name: string): Promise<string[]> =>
  (await registry.getSingleMetricAsString(name)).split("\n").filter((line) => !/^(#|$)/.test(line));

describe("a gauge", () => {
  test("has no value that was not measured", async () => {
    expect(await linesOf("tillbook_test_size")).toEqual([]);
  });

  test("is read at each scrape, adds up its owners, and forgets those that have left", async () => {
    let size = 1;
    const leave = [joinSize(() => [{ value: size }]), joinSize(() => [{ value: 10 }])];
    expect(await linesOf("tillbook_test_size")).toEqual(["tillbook_test_size 11"]);
    size = 2;
    expect(await linesOf("tillbook_test_size")).toEqual(["tillbook_test_size 12"]);
    leave.forEach((end) => end());
    expect(await linesOf("tillbook_test_size")).toEqual([]);
  });

  test("two scrapes at once do not add up", async () => {
    const leave = joinSize(async () => [{ value: 3 }]);
    const both = await Promise.all([linesOf("tillbook_test_size"), linesOf("tillbook_test_size")]);
    expect(both.flat()).toEqual(["tillbook_test_size 3", "tillbook_test_size 3"]);
    leave();
  });

  test("a label that is no longer reported is gone, and an owner that fails has no value", async () => {
    let part = "one";
    const leave = [
      joinBy(() => [{ labels: { part }, value: 1 }]),
      joinBy(() => Promise.reject(new Error("the database is away"))),
      joinBy(() => {
        throw new Error("at once");
      }),
    ];
    expect(await linesOf("tillbook_test_by")).toEqual(['tillbook_test_by{part="one"} 1']);
    part = "two";
    expect(await linesOf("tillbook_test_by")).toEqual(['tillbook_test_by{part="two"} 1']);
    leave.forEach((end) => end());
  });

  test("a scrape waits two seconds for an owner that hangs", async () => {
    const leave = joinSize(() => Promise.withResolvers<never>().promise);
    const began = performance.now();
    expect(await linesOf("tillbook_test_size")).toEqual([]);
    expect(performance.now() - began).toBeLessThan(3_000);
    leave();
  });
});

test("several gauges share one answer", async () => {
  let asked = 0;
  const ask = sharedFor(60_000, async () => {
    asked += 1;
    return asked;
  });
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});
