import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { createFairQueue, createMicroBatcher } from "#kernel/node/micro-batcher.ts";

/** Runs whose end the test decides. */
function held() {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    batches,
    most: () => most,
    end: (): void => ends.shift()?.(),
    run: async (items: readonly string[]): Promise<string[]> => {
      batches.push([...items]);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return items.map((item) => item.toUpperCase());
    },
  };
}

const tenantOf = (item: string): string => item.slice(0, 1);

describe("a batch", () => {
  test("of one is sent without waiting for a second, and without a timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
    try {
      const submit = createMicroBatcher({
        tenantOf,
        run: async (items: readonly string[]) => items.map((item) => `${item}!`),
      });
      expect(await submit("a1")).toBe("a1!");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("holds what came in one turn, then what came while it was under way", async () => {
    const { batches, end, run, most } = held();
    const submit = createMicroBatcher({ tenantOf, run });
    const first = [submit("a1"), submit("b1")];
    await vi.waitFor(() => expect(batches).toEqual([["a1", "b1"]]));
    const second = [submit("a2"), submit("c1"), submit("a3")];
    await new Promise(setImmediate);
    expect(batches).toHaveLength(1);
    end();
    expect(await Promise.all(first)).toEqual(["A1", "B1"]);
    await vi.waitFor(() => expect(batches[1]).toEqual(["a2", "a3", "c1"]));
    end();
    expect(await Promise.all(second)).toEqual(["A2", "C1", "A3"]);
    expect(most()).toBe(1);
  });

  test("is no larger than its bound, and gives every tenant a turn", async () => {
    const { batches, end, run } = held();
    const submit = createMicroBatcher({ tenantOf, run, max: 4, perTurn: 2 });
    const all = ["a1", "a2", "a3", "a4", "a5", "b1"].map((item) => submit(item));
    await vi.waitFor(() => expect(batches).toEqual([["a1", "a2", "b1", "a3"]]));
    end();
    await vi.waitFor(() => expect(batches[1]).toEqual(["a4", "a5"]));
    end();
    expect(await Promise.all(all)).toEqual(["A1", "A2", "A3", "A4", "A5", "B1"]);
  });

  test("may have as many beside it as is said, and no more", async () => {
    const { batches, end, run, most } = held();
    const submit = createMicroBatcher({ tenantOf, run, max: 1, inFlight: 2 });
    const all = ["a1", "b1", "c1"].map((item) => submit(item));
    await vi.waitFor(() => expect(batches).toHaveLength(2));
    end();
    await vi.waitFor(() => expect(batches).toHaveLength(3));
    end();
    end();
    await Promise.all(all);
    expect(most()).toBe(2);
  });

  test("that fails tells each of its callers, and the next one goes on", async () => {
    let failing = true;
    const submit = createMicroBatcher({
      tenantOf,
      run: async (items: readonly string[]) => {
        if (failing) throw new Error("the database is away");
        return items;
      },
    });
    const failed = await Promise.allSettled([submit("a1"), submit("b1")]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    failing = false;
    expect(await submit("a2")).toBe("a2");
  });

  test("that comes back short tells the caller who got nothing", async () => {
    const submit = createMicroBatcher({
      tenantOf,
      run: async (items: readonly string[]) => items.slice(0, 1),
    });
    const [first, second] = await Promise.allSettled([submit("a1"), submit("a2")]);
    expect(first).toMatchObject({ status: "fulfilled", value: "a1" });
    expect(second).toMatchObject({ reason: new Error("the batch lost an item") });
  });
});

function filled(lengths: Readonly<Record<string, number>>) {
  const queue = createFairQueue<string>();
  for (const [tenant, length] of Object.entries(lengths)) {
    for (let n = 1; n <= length; n++) queue.push(tenant, `${tenant}${n}`);
  }
  return queue;
}

describe("the fair queue", () => {
  test("a tenant with much to do does not keep another waiting", () => {
    const queue = filled({ a: 1000, b: 1, c: 1 });
    expect(queue.take(8, 4)).toEqual(["a1", "a2", "a3", "a4", "b1", "c1", "a5", "a6"]);
  });

  test("one that comes late has its turn in the very next batch", () => {
    const queue = filled({ a: 1000 });
    queue.take(64, 16);
    queue.push("b", "b1");
    expect(queue.take(64, 16)).toContain("b1");
  });

  test("every waiting tenant has a turn before any has a second one", () => {
    const queue = filled({ a: 100, b: 100, c: 100, d: 100, e: 100 });
    const first = queue.take(64, 16);
    expect(first.map((item) => item[0]).join("")).toBe(
      ["a", "b", "c", "d"].map((tenant) => tenant.repeat(16)).join(""),
    );
    expect(queue.take(64, 16)[0]).toBe("e1");
  });

  test("one tenant alone fills the batch", () => {
    const queue = filled({ a: 100 });
    expect(queue.take(64, 16)).toHaveLength(64);
    expect(queue.size()).toBe(36);
  });

  test("nothing is lost, doubled or overtaken by its own tenant's later ones", () => {
    const lengths = fc.record({ a: fc.nat(70), b: fc.nat(70), c: fc.nat(70) });
    const bounds = fc.record({
      max: fc.integer({ min: 1, max: 64 }),
      turn: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(lengths, bounds, (wanted, { max, turn }) => {
        const queue = filled(wanted);
        const taken: string[] = [];
        while (queue.size() > 0) {
          const batch = queue.take(max, turn);
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(max);
          taken.push(...batch);
        }
        expect(queue.take(max, turn)).toEqual([]);
        for (const [tenant, length] of Object.entries(wanted)) {
          expect(taken.filter((item) => item.startsWith(tenant))).toEqual(
            Array.from({ length }, (_, index) => `${tenant}${index + 1}`),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Doubles numbers, and notes with how many it was asked at once. */
function doubling() {
  const asked: number[] = [];
  const double = createMicroBatcher({
    max: 500,
    perTurn: 500,
    inFlight: Infinity,
    tenantOf: () => "one",
    run: async (numbers: readonly number[]) => {
      asked.push(numbers.length);
      if (numbers.includes(13)) throw new Error("unlucky");
      return numbers.map((number) => 2 * number);
    },
  });
  return { asked, double };
}

describe("batches with no limit in flight", () => {
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
});
