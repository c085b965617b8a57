import { describe, expect, test, vi } from "vitest";

import { createBatcher } from "#kernel/node/micro-batcher.ts";

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
      const submit = createBatcher({
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
    const submit = createBatcher({ tenantOf, run });
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
    const submit = createBatcher({ tenantOf, run, max: 4, perTurn: 2 });
    const all = ["a1", "a2", "a3", "a4", "a5", "b1"].map((item) => submit(item));
    await vi.waitFor(() => expect(batches).toEqual([["a1", "a2", "b1", "a3"]]));
    end();
    await vi.waitFor(() => expect(batches[1]).toEqual(["a4", "a5"]));
    end();
    expect(await Promise.all(all)).toEqual(["A1", "A2", "A3", "A4", "A5", "B1"]);
  });

  test("may have as many beside it as is said, and no more", async () => {
    const { batches, end, run, most } = held();
    const submit = createBatcher({ tenantOf, run, max: 1, inFlight: 2 });
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
    const submit = createBatcher({
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
    const submit = createBatcher({
      tenantOf,
      run: async (items: readonly string[]) => items.slice(0, 1),
    });
    const [first, second] = await Promise.allSettled([submit("a1"), submit("a2")]);
    expect(first).toMatchObject({ status: "fulfilled", value: "a1" });
    expect(second).toMatchObject({ reason: new Error("the batch lost an item") });
  });
});
