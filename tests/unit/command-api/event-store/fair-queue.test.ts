import fc from "fast-check";
import { expect, test } from "vitest";

import { createFairQueue } from "#command-api/event-store/fair-queue.ts";

function filled(lengths: Readonly<Record<string, number>>) {
  const queue = createFairQueue<string>();
  for (const [tenant, length] of Object.entries(lengths)) {
    for (let n = 1; n <= length; n++) queue.push(tenant, `${tenant}${n}`);
  }
  return queue;
}

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

test("everybody waiting has a turn before anybody has a second one", () => {
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
