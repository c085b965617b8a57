import { setImmediate as nextTurn } from "node:timers/promises";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { EventConsumer, EventPublisher, UnreadableMessage } from "#kernel/platform/event-bus.ts";
import { fromMessage, toMessage, type RawMessage } from "#kernel/platform/event-message.ts";
import { createRandom, shuffled } from "#tests/kit/random.ts";

/** Chances from 0 to 1 of what may happen to each message, or to each batch, on its way to a consumer. */
type BusFaults = Readonly<{ drop?: number; double?: number; reorder?: number }>;

export type MemoryBus = Readonly<{
  createPublisher: () => EventPublisher;
  createConsumer: (groupId: string) => EventConsumer;
  /** Anybody's message, as it comes. */
  put: (message: RawMessage) => void;
  /** The broker no longer answers: nothing is taken, nothing is given. */
  stall: () => void;
  resume: () => void;
  /** The next publishes fail, `written` or not: a lost answer looks like a lost message. */
  failNext: (times: number, written: boolean) => void;
}>;

type OnBatch = Parameters<EventConsumer["run"]>[0];
type Group = { offsets: number[]; members: symbol[] };

const MOST_IN_A_BATCH = 100;

/** A bus whose faults come from a seed: the same seed, the same history. */
export function createMemoryBus(
  options: Readonly<{ seed?: number; partitions?: number; faults?: BusFaults }> = {},
): MemoryBus {
  const { seed = 1, partitions = 12, faults = {} } = options;
  const random = createRandom(seed);
  const log: RawMessage[][] = Array.from({ length: partitions }, () => []);
  const groups = new Map<string, Group>();
  const failures: boolean[] = [];
  let isStalled = false;

  const put = (message: RawMessage) => log[partitionOf(message, partitions)]?.push(message);

  async function publish(events: readonly StoredEvent[]): Promise<void> {
    await nextTurn();
    const failure = failures.shift();
    if (isStalled || failure === false) throw new Error("the bus did not take the events");
    for (const { key, value, headers } of events.map(toMessage)) {
      put({ key: Buffer.from(key), value: Buffer.from(value), headers });
    }
    if (failure === true) throw new Error("the bus did not answer");
  }

  /** What the member's partitions hold behind the group's offsets, and the offsets behind that. */
  function fetch(group: Group, member: symbol) {
    const messages: RawMessage[] = [];
    const offsets = [...group.offsets];
    const place = group.members.indexOf(member);
    for (const [partition, all] of log.entries()) {
      if (partition % group.members.length !== place) continue;
      const from = offsets[partition] ?? 0;
      const some = all.slice(from, from + MOST_IN_A_BATCH);
      offsets[partition] = from + some.length;
      messages.push(...some);
    }
    return { messages, offsets };
  }

  function onTheWay(messages: readonly RawMessage[]): readonly RawMessage[] {
    const arriving = messages.flatMap((message) => {
      if (random() < (faults.drop ?? 0)) return [];
      return random() < (faults.double ?? 0) ? [message, message] : [message];
    });
    return random() < (faults.reorder ?? 0) ? shuffled(arriving, random) : arriving;
  }

  function createConsumer(groupId: string): EventConsumer {
    const group = groups.get(groupId) ?? { offsets: [], members: [] };
    groups.set(groupId, group);
    const member = Symbol("member");
    let isClosed = false;
    let running: Promise<void> = Promise.resolve();

    async function deliver(onBatch: OnBatch): Promise<void> {
      const { messages, offsets } = fetch(group, member);
      if (messages.length === 0) return;
      const owned = (_: number, partition: number) =>
        partition % group.members.length === group.members.indexOf(member);
      await onBatch(...sorted(onTheWay(messages)));
      for (const [partition] of log.entries()) {
        if (owned(0, partition)) group.offsets[partition] = offsets[partition] ?? 0;
      }
    }

    async function run(onBatch: OnBatch): Promise<void> {
      group.members.push(member);
      while (!isClosed) {
        if (!isStalled) await deliver(onBatch).catch(() => undefined); // given again, as Kafka does
        await nextTurn();
      }
      group.members.splice(group.members.indexOf(member), 1);
    }

    return {
      run: (onBatch) => (running = run(onBatch)),
      isHealthy: () => !isStalled && group.members.includes(member),
      close: async () => {
        isClosed = true;
        await running;
      },
    };
  }

  return {
    createPublisher: () => createPublisher(publish),
    createConsumer,
    put,
    stall: () => (isStalled = true),
    resume: () => (isStalled = false),
    failNext: (times, written) => failures.push(...Array.from({ length: times }, () => written)),
  };
}
