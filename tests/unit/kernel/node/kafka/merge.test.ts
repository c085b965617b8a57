import { setImmediate as nextTurn } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import type { FetchedBatch } from "#kernel/node/kafka/client.ts";
import { createMerger } from "#kernel/node/kafka/merge.ts";

type Positions = Parameters<FetchedBatch["commit"]>[0];

function createSource(commits: Positions[], isGone = false) {
  return (partition: number, next: string): FetchedBatch => ({
    partition,
    behind: 0,
    next,
    messages: [],
    heartbeat: async () => undefined,
    commit: async (positions) => {
      if (isGone) throw new Error("not a member");
      commits.push(positions.map((position) => ({ ...position })));
    },
  });
}

const partitionsOf = (fetched: readonly FetchedBatch[]) =>
  fetched.map(({ partition }) => partition);

describe("batches of Kafka's partitions", () => {
  test("that arrive together become one batch", async () => {
    const batches: number[][] = [];
    const { take } = createMerger(async (fetched) => void batches.push(partitionsOf(fetched)));
    const fetched = createSource([]);
    const taken = [take(fetched(0, "5")), take(fetched(3, "2"))];
    for (let hops = 0; hops < 20; hops += 1) await Promise.resolve();
    taken.push(take(fetched(7, "9")));
    await Promise.all(taken);
    expect(batches).toEqual([[0, 3, 7]]);
  });

  test("that arrive while a batch is processed wait and become one batch", async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const { take } = createMerger(async (fetched) => {
      batches.push(partitionsOf(fetched));
      if (batches.length === 1) await first.promise;
    });
    const fetched = createSource([]);
    const taken = [take(fetched(0, "5"))];
    await vi.waitFor(() => expect(batches).toEqual([[0]]));
    taken.push(take(fetched(1, "1")), take(fetched(2, "1")));
    for (let turns = 0; turns < 5; turns += 1) await nextTurn();
    expect(batches).toEqual([[0]]);
    first.resolve();
    await Promise.all(taken);
    expect(batches).toEqual([[0], [1, 2]]);
  });

  test("are committed once they are processed, the newest position of each partition in one commit", async () => {
    const commits: Positions[] = [];
    const fetched = createSource(commits);
    const { take } = createMerger(async () => undefined);
    await Promise.all([take(fetched(0, "5")), take(fetched(1, "2"))]);
    await take(fetched(0, "8"));
    await vi.waitFor(() => expect(commits).toHaveLength(1));
    const positions = commits.flat().map(({ partition, next }) => `${partition} to ${next}`);
    expect(new Set(positions)).toEqual(new Set(["0 to 8", "1 to 2"]));
  });

  test("are not committed when they failed, and the next batch is tried on its own", async () => {
    const commits: Positions[] = [];
    const fetched = createSource(commits);
    let refusals = 1;
    const { take } = createMerger(async () => {
      if (refusals-- > 0) throw new Error("the database is away");
    });
    await expect(take(fetched(0, "5"))).rejects.toThrow("the database is away");
    await take(fetched(1, "3"));
    await vi.waitFor(() => expect(commits).toHaveLength(1));
    expect(commits.flat()).toMatchObject([{ partition: 1, next: "3" }]);
  });

  test("are done when the merger is idle, processed or failed", async () => {
    let isOver = false;
    const { take, idle } = createMerger(async () => {
      await Promise.resolve();
      isOver = true;
      throw new Error("refused");
    });
    const taken = take(createSource([])(0, "5"));
    await idle();
    expect(isOver).toBe(true);
    await expect(taken).rejects.toThrow("refused");
  });

  test("are committed by the connection that came last", async () => {
    const commits: Positions[] = [];
    const { take } = createMerger(async () => undefined);
    await take(createSource(commits, true)(0, "5"));
    await take(createSource(commits)(1, "3"));
    await vi.waitFor(() => expect(commits.flat()).toHaveLength(2));
  });
});
