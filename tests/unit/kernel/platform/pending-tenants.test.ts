import { expect, test } from "vitest";

import { createTenantQueue } from "#kernel/node/pending-tenants.ts";
import { tenantOf } from "#tests/kit/shop-log.ts";

const running = new AbortController().signal;

test("gives those that somebody waits for first, each once", async () => {
  const queue = createTenantQueue();
  queue.sweep([tenantOf(1)]);
  queue.hint([tenantOf(2), tenantOf(3), tenantOf(2)]);
  expect(await queue.next(running)).toEqual({
    tenantIds: [tenantOf(2), tenantOf(3)],
    skipLocked: false,
  });
  expect(await queue.next(running)).toEqual({ tenantIds: [tenantOf(1)], skipLocked: true });
});

test("waits until there is news", async () => {
  const queue = createTenantQueue();
  const turn = queue.next(running);
  queue.hint([tenantOf(1)]);
  expect(await turn).toEqual({ tenantIds: [tenantOf(1)], skipLocked: false });
});

test("those that may wait get their turn under a steady stream of hints", async () => {
  const queue = createTenantQueue();
  queue.sweep([tenantOf(9)]);
  const turns = [];
  for (let i = 0; i < 4; i += 1) {
    queue.hint([tenantOf(1)]);
    turns.push(await queue.next(running));
  }
  expect(turns.flatMap((turn) => turn?.tenantIds ?? [])).toContain(tenantOf(9));
});

test("takes a turn back as it was", async () => {
  const queue = createTenantQueue();
  queue.sweep([tenantOf(1)]);
  const turn = await queue.next(running);
  if (!turn) throw new Error("there was a turn");
  queue.again(turn);
  expect(await queue.next(running)).toEqual(turn);
});

test("gives no more than 100 tenants at once", async () => {
  const queue = createTenantQueue();
  queue.hint(Array.from({ length: 150 }, (_, i) => tenantOf(i)));
  expect((await queue.next(running))?.tenantIds).toHaveLength(100);
  expect((await queue.next(running))?.tenantIds).toHaveLength(50);
});

test("ends its wait when it is stopped", async () => {
  const stopping = new AbortController();
  const turn = createTenantQueue().next(stopping.signal);
  stopping.abort();
  expect(await turn).toBeUndefined();
});
