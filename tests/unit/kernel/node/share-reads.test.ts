import { describe, expect, it } from "vitest";

import { createSharedReads } from "#kernel/node/share-reads.ts";

/** A value that moves on, and reads of it that end when the test lets them. */
function open() {
  const share = createSharedReads<number>();
  const world = { value: 0, reads: 0 };
  const ends: ((failure?: Error) => void)[] = [];
  const read = (): Promise<number> => {
    const { value } = world;
    world.reads += 1;
    return new Promise((resolve, reject) => {
      ends.push((failure) => (failure ? reject(failure) : resolve(value)));
    });
  };
  const settle = () => new Promise((resolve) => void setImmediate(resolve));
  return {
    world,
    ask: (key = "a") => share(key, read),
    end: async (failure?: Error) => {
      ends.shift()?.(failure);
      await settle();
    },
  };
}

describe("a shared read", () => {
  it("is one for all who ask before it begins", async () => {
    const { world, ask, end } = open();
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(world.reads).toBe(1);
    await end();
    expect(world.reads).toBe(2);
    await end();
    expect(await Promise.all([first, ...others])).toEqual([0, 0, 0, 0]);
    expect(world.reads).toBe(2);
  });

  it("sees what happened before it was asked for, also while another was under way", async () => {
    const { world, ask, end } = open();
    const before = ask();
    world.value = 1;
    const after = ask();
    await end();
    await end();
    expect([await before, await after]).toEqual([0, 1]);
  });

  it("is not shared with another key", async () => {
    const { world, ask, end } = open();
    const both = [ask("a"), ask("b")];
    expect(world.reads).toBe(2);
    await end();
    await end();
    await Promise.all(both);
  });

  it("that fails, fails for its own askers alone", async () => {
    const { ask, end } = open();
    const first = expect(ask()).rejects.toThrow("lost");
    const next = [ask(), ask()];
    await end(new Error("lost"));
    await first;
    await end();
    expect(await Promise.all(next)).toEqual([0, 0]);
  });

  it("is made again for who asks later", async () => {
    const { world, ask, end } = open();
    const first = ask();
    await end();
    await first;
    const second = ask();
    expect(world.reads).toBe(2);
    await end();
    await second;
  });
});
