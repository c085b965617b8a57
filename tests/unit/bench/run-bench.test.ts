import { describe, expect, test } from "vitest";

import { printReport, reportLine } from "#tests/bench/kit/report.ts";
import { runBench } from "#tests/bench/kit/run-bench.ts";

const quiet = { log: () => undefined };

/** Its measures, one a round; the first is the warm-up's. */
function scripted(name: string, rates: readonly number[], order: string[] = []) {
  const left = [...rates];
  return {
    name,
    run: async () => {
      order.push(name);
      return { perSecond: left.shift() ?? 0 };
    },
  };
}

describe("running a bench", () => {
  test("interleaves the variants and begins each round with another", async () => {
    const order: string[] = [];
    const variants = [scripted("a", [], order), scripted("b", [], order)];
    await runBench({ name: "bench", variants, ...quiet });
    expect(order.join("")).toBe("abbaabbaabba");
  });

  test("leaves the warm-up out of the median", async () => {
    const variants = [scripted("a", [9999, 1, 2, 3, 4, 5])];
    const result = await runBench({ name: "bench", variants, ...quiet });
    expect(result.median("a", "perSecond")).toBe(3);
  });

  test("compares round by round, so that a slow minute of the machine favours nobody", async () => {
    const variants = [
      scripted("fast", [0, 30, 200, 20, 300, 20]),
      scripted("slow", [0, 10, 100, 10, 100, 40]),
    ];
    const result = await runBench({ name: "bench", variants, ...quiet });
    expect(result.ratio("perSecond", "fast", "slow")).toBe(2);
  });

  test("refuses fewer rounds than a median takes", async () => {
    const bench = runBench({ name: "bench", variants: [scripted("a", [])], rounds: 4, ...quiet });
    await expect(bench).rejects.toThrow("takes 5 rounds");
  });

  test("names a variant that it does not have", async () => {
    const result = await runBench({ name: "bench", variants: [scripted("a", [])], ...quiet });
    expect(() => result.median("b", "perSecond")).toThrow("no variant b");
  });
});

describe("the report", () => {
  test("is four fields between tabs", () => {
    const finding = { name: "append / raw insert", value: 1.2345, target: { atLeast: 1 } };
    expect(reportLine(finding)).toBe("append / raw insert\t1.23\t>= 1\tok");
  });

  test("says short when the target is missed, by the value and not by its rounding", () => {
    const almost = { name: "p99", value: 250.4, target: { atMost: 250 }, unit: " ms" };
    expect(reportLine(almost)).toBe("p99\t250 ms\t<= 250 ms\tshort");
    expect(reportLine({ name: "ratio", value: 0.9999, target: { atLeast: 1 } })).toMatch(/short$/);
  });

  test("says short when nothing was measured", () => {
    const nothing = { name: "cpu", value: Number.NaN, target: { atMost: 1 } };
    expect(reportLine(nothing)).toBe("cpu\tNaN\t<= 1\tshort");
  });

  test("ends with one line a finding", () => {
    const written: string[] = [];
    const findings = [
      { name: "a", value: 1, target: { atLeast: 1 } },
      { name: "b", value: 12_345.6, target: { atLeast: 20_000 } },
    ];
    printReport(findings, (text) => written.push(text));
    expect(written.join("")).toBe("\na\t1\t>= 1\tok\nb\t12346\t>= 20000\tshort\n");
  });
});
