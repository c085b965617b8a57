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
