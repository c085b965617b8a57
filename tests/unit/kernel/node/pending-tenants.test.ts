import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, test } from "vitest";

import { createPendingTenants } from "#kernel/node/pending-tenants.ts";
import { tenantOf } from "#tests/kit/builders/shop-log.ts";

const running = new AbortController().signal;

test("urgent tenants come first, each once", async () => {
  const pending = createPendingTenants();
  pending.addLater([tenantOf(1)]);
  pending.add([tenantOf(2), tenantOf(3), tenantOf(2)]);
  expect(await pending.next(100, running)).toEqual({
    tenantIds: [tenantOf(2), tenantOf(3)],
    isUrgent: true,
  });
  expect(await pending.next(100, running)).toEqual({ tenantIds: [tenantOf(1)], isUrgent: false });
});

test("next waits until a tenant is added", async () => {
  const pending = createPendingTenants();
  const batch = pending.next(100, running);
  pending.add([tenantOf(1)]);
  expect(await batch).toEqual({ tenantIds: [tenantOf(1)], isUrgent: true });
});

test("a steady stream of urgent tenants does not starve the others", async () => {
  const pending = createPendingTenants();
  pending.addLater([tenantOf(9)]);
  const batches = [];
  for (let i = 0; i < 4; i += 1) {
    pending.add([tenantOf(1)]);
    batches.push(await pending.next(100, running));
  }
  expect(batches.flatMap((batch) => batch?.tenantIds ?? [])).toContain(tenantOf(9));
});

test("a batch that is put back comes again unchanged", async () => {
  const pending = createPendingTenants();
  pending.addLater([tenantOf(1)]);
  const batch = await pending.next(100, running);
  if (!batch) throw new Error("expected a batch");
  pending.putBack(batch);
  expect(await pending.next(100, running)).toEqual(batch);
});

test("a batch holds at most the given number of tenants", async () => {
  const pending = createPendingTenants();
  pending.add(Array.from({ length: 150 }, (_, i) => tenantOf(i)));
  expect((await pending.next(100, running))?.tenantIds).toHaveLength(100);
  expect((await pending.next(100, running))?.tenantIds).toHaveLength(50);
});

test("an abort ends the wait", async () => {
  const stopping = new AbortController();
  const batch = createPendingTenants().next(100, stopping.signal);
  stopping.abort();
  expect(await batch).toBeUndefined();
});

test("texts that are no tenant id are ignored", async () => {
  const pending = createPendingTenants();
  pending.add(["", "not an id", tenantOf(1)]);
  expect(await pending.next(100, running)).toEqual({ tenantIds: [tenantOf(1)], isUrgent: true });
});

test("during a rest tenants gather, and come together after it", async () => {
  const pending = createPendingTenants();
  pending.rest(20);
  const startedAt = performance.now();
  const batch = pending.next(100, running);
  pending.add([tenantOf(1)]);
  await nextTurn();
  pending.add([tenantOf(2)]);
  pending.rest(1); // A shorter rest does not end a longer one.
  expect(await batch).toEqual({ tenantIds: [tenantOf(1), tenantOf(2)], isUrgent: true });
  expect(performance.now() - startedAt).toBeGreaterThan(15);
});

test("a tenant that a person waits for ends the rest, comes first and takes the others along", async () => {
  const pending = createPendingTenants();
  pending.rest(60_000);
  pending.addLater([tenantOf(3)]);
  pending.add([tenantOf(1), tenantOf(2)]);
  const batch = pending.next(100, running);
  pending.hurry([tenantOf(2)]);
  expect(await batch).toEqual({ tenantIds: [tenantOf(2), tenantOf(1)], isUrgent: true });

  const other = pending.next(100, running);
  pending.hurry([tenantOf(3)]);
  expect(await other).toEqual({ tenantIds: [tenantOf(3)], isUrgent: true });
});

test("a tenant that is not pending is not hurried: its events are being read already", async () => {
  const pending = createPendingTenants();
  pending.add([tenantOf(1)]);
  await pending.next(100, running);
  pending.hurry([tenantOf(1)]);
  pending.add([tenantOf(2)]);
  expect(await pending.next(100, running)).toEqual({ tenantIds: [tenantOf(2)], isUrgent: true });
});

test("a tenant that was given out as urgent does not come again later", async () => {
  const pending = createPendingTenants();
  pending.addLater([tenantOf(1), tenantOf(2)]);
  pending.add([tenantOf(1)]);
  await pending.next(100, running);
  expect(await pending.next(100, running)).toEqual({ tenantIds: [tenantOf(2)], isUrgent: false });
});

test("an abort ends a rest", async () => {
  const stopping = new AbortController();
  const pending = createPendingTenants();
  pending.add([tenantOf(1)]);
  pending.rest(60_000);
  const batch = pending.next(100, stopping.signal);
  stopping.abort();
  expect(await batch).toBeUndefined();
});

test("a steady stream of tenants that someone waits for does not starve the others", async () => {
  const pending = createPendingTenants();
  pending.rest(60_000);
  pending.addLater([tenantOf(9)]);
  const batches = [];
  for (let i = 0; i < 4; i += 1) {
    pending.add([tenantOf(1)]);
    pending.hurry([tenantOf(1)]);
    batches.push(await pending.next(100, running));
  }
  expect(batches.flatMap((batch) => batch?.tenantIds ?? [])).toContain(tenantOf(9));
});
