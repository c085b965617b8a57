import { afterEach, describe, expect, test, vi } from "vitest";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { series, stored, tenant } from "#tests/kit/builders/stored-event.ts";
import { createRecorder } from "#tests/kit/fakes/bus-recorder.ts";
import type { BusFaults } from "#tests/kit/fakes/memory-broker.ts";
import { createMemoryBus } from "#tests/kit/fakes/memory-bus.ts";

const [ada, kofi] = [tenant(1), tenant(2)];
const sent = [...series(ada, 1, 40), ...series(kofi, 1, 40)];
const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const last = stored(tenant(3), 1);
const idOf = ({ tenantId, seq }: StoredEvent) => `${tenantId}:${seq}`;

/** What arrives of 80 events, up to a last one that is sent until it comes through. */
async function history(seed: number, faults: BusFaults): Promise<string[]> {
  const bus = createMemoryBus({ seed, faults, partitions: 1 });
  const recorder = createRecorder();
  const consumer = bus.createConsumer("g");
  opened.push(consumer);
  await bus.createPublisher().publish(sent);
  void consumer.run(recorder.onBatch);
  await vi.waitFor(async () => {
    await bus.createPublisher().publish([last]);
    expect(recorder.seqsOf(last.tenantId)).toContain(1);
  });
  return recorder.events.filter(({ tenantId }) => tenantId !== last.tenantId).map(idOf);
}

describe("the faults of the bus in memory", () => {
  test("are none unless they are asked for", async () => {
    expect(await history(1, {})).toEqual(sent.map(idOf));
  });

  test("drop: some events never come", async () => {
    const seen = new Set(await history(1, { drop: 0.3 }));
    expect(seen.size).toBeLessThan(80);
    expect(seen.size).toBeGreaterThan(30);
  });

  test("double: all come, some again", async () => {
    const seen = await history(1, { double: 0.3 });
    expect(new Set(seen).size).toBe(80);
    expect(seen.length).toBeGreaterThan(85);
  });

  test("reorder: all come, in another order", async () => {
    const seen = await history(1, { reorder: 1 });
    expect(seen.toSorted()).toEqual(sent.map(idOf).toSorted());
    expect(seen).not.toEqual(sent.map(idOf));
  });

  test("are the same for the same seed and others for another", async () => {
    const faults = { drop: 0.2, double: 0.2, reorder: 0.5 };
    const [once, again, other] = [
      await history(5, faults),
      await history(5, faults),
      await history(6, faults),
    ];
    expect(again).toEqual(once);
    expect(other).not.toEqual(once);
  });

  test("fail a publish that was written, and one that was not", async () => {
    const bus = createMemoryBus();
    const publisher = bus.createPublisher();
    const recorder = createRecorder();
    const consumer = bus.createConsumer("g");
    opened.push(consumer);
    void consumer.run(recorder.onBatch);
    bus.failNext(1, true);
    bus.failNext(1, false);
    await expect(publisher.publish([stored(ada, 1)])).rejects.toThrow();
    await expect(publisher.publish([stored(ada, 2)])).rejects.toThrow();
    await publisher.publish([stored(ada, 3)]);
    await vi.waitFor(() => expect(recorder.seqsOf(ada)).toEqual([1, 3]));
  });
});
