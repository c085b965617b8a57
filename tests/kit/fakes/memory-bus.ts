import { setImmediate as nextTurn } from "node:timers/promises";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { EventConsumer, EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { toMessage, type RawMessage } from "#kernel/node/kafka/event-message.ts";
import { createRandom } from "#tests/kit/builders/random.ts";

import { type BusFaults, type MemoryBroker, stir } from "./memory-broker.ts";
import { createMemoryConsumer } from "./memory-consumer.ts";

export type MemoryBus = Readonly<{
  createPublisher: () => EventPublisher;
  createConsumer: (groupId: string) => EventConsumer;
  /** Puts any message on the topic, valid or not. */
  put: (message: RawMessage) => void;
  /** From now on it accepts and delivers nothing. */
  stall: () => void;
  resume: () => void;
  /** Like a lost disk: all messages and all offsets are gone. */
  erase: () => void;
  /** The next publishes fail. `written`: the messages were stored, only the answer was lost. */
  failNext: (times: number, written: boolean) => void;
}>;

type BusOptions = Readonly<{ seed?: number; partitions?: number; faults?: BusFaults }>;

/** A bus whose faults come from a seed and a script, so the same input gives the same history. */
export function createMemoryBus(options: BusOptions = {}): MemoryBus {
  const { seed = 1, partitions = 12, faults = {} } = options;
  const failures: { written: boolean }[] = [];
  const broker: MemoryBroker = {
    partitions: Array.from({ length: partitions }, () => []),
    groups: new Map(),
    faults,
    random: createRandom(seed),
    isStalled: false,
    change: Promise.withResolvers(),
  };
  const put = (message: RawMessage) => {
    broker.partitions[partitionOf(message, partitions)]?.push(message);
    stir(broker);
  };
  const setStalled = (isStalled: boolean) => {
    broker.isStalled = isStalled;
    stir(broker);
  };

  async function take(events: readonly StoredEvent[]): Promise<void> {
    await nextTurn();
    if (broker.isStalled) throw new Error("the bus does not answer");
    const failure = failures.shift();
    if (failure?.written !== false) events.map(toMessage).map(toRaw).forEach(put);
    if (failure !== undefined) throw new Error("the bus did not acknowledge the events");
  }

  return {
    createPublisher: () => createMemoryPublisher(take),
    createConsumer: (groupId) => createMemoryConsumer(broker, groupId),
    put,
    stall: () => setStalled(true),
    resume: () => setStalled(false),
    erase: () => {
      for (const partition of broker.partitions) partition.length = 0;
      for (const { offsets } of broker.groups.values()) offsets.length = 0;
    },
    failNext: (times, written) => {
      failures.push(...Array.from({ length: times }, () => ({ written })));
    },
  };
}

function createMemoryPublisher(take: EventPublisher["publish"]): EventPublisher {
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  return {
    publish: (events) => {
      const published = turn.then(() => {
        if (isClosed) throw new Error("this publisher is closed");
        return take(events);
      });
      turn = published.catch(() => undefined);
      return published;
    },
    close: async () => {
      isClosed = true;
      await turn;
    },
  };
}

const toRaw = ({ key, value, headers }: ReturnType<typeof toMessage>): RawMessage => ({
  key: Buffer.from(key),
  value: Buffer.from(value),
  headers,
});

function partitionOf({ key }: RawMessage, partitions: number): number {
  let hash = 0;
  for (const byte of key ?? []) hash = (Math.imul(hash, 31) + byte) >>> 0;
  return hash % partitions;
}
