import { setImmediate as nextTurn } from "node:timers/promises";

import type { EventConsumer } from "#kernel/node/kafka/event-bus.ts";
import { readMessages, type RawMessage } from "#kernel/node/kafka/event-message.ts";
import { shuffled } from "#tests/kit/builders/random.ts";

import { type MemoryBroker, type MemoryGroup, stir } from "./memory-broker.ts";

type OnBatch = Parameters<EventConsumer["run"]>[0];

const MOST_OF_A_PARTITION = 50;

/**
 * A member of a consumer group on the bus in memory. As in Kafka, it starts at the group's offsets.
 */
export function createMemoryConsumer(broker: MemoryBroker, groupId: string): EventConsumer {
  const group = broker.groups.get(groupId) ?? { offsets: [], members: [] };
  broker.groups.set(groupId, group);
  const member = Symbol("member");
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();

  async function run(onBatch: OnBatch): Promise<void> {
    group.members.push(member);
    stir(broker);
    while (!isClosed) {
      const { change } = broker;
      const found = broker.isStalled ? 0 : await deliver(broker, group, member, onBatch);
      // Yields after a batch, so that other work can run. A failed batch is delivered again.
      await (found === 0 ? change.promise : nextTurn());
    }
    group.members.splice(group.members.indexOf(member), 1);
    stir(broker);
  }

  return {
    run: (onBatch) => (running = run(onBatch)),
    isHealthy: () => !broker.isStalled && group.members.includes(member),
    close: async () => {
      isClosed = true;
      stir(broker);
      await running;
    },
  };
}

/** Returns how many messages there were. A failed batch does not move the offsets. */
async function deliver(
  broker: MemoryBroker,
  group: MemoryGroup,
  member: symbol,
  onBatch: OnBatch,
): Promise<number> {
  const fetched = fetchFor(broker, group, member);
  const found = fetched.flatMap(({ messages }) => messages);
  const arriving = onTheWay(broker, found);
  try {
    if (arriving.length > 0) await onBatch(...readMessages(arriving));
  } catch {
    return found.length;
  }
  for (const { partition, next } of fetched) {
    group.offsets[partition] = Math.max(group.offsets[partition] ?? 0, next);
  }
  return found.length;
}

const fetchFor = (
  { partitions }: MemoryBroker,
  { offsets, members }: MemoryGroup,
  member: symbol,
) =>
  partitions.flatMap((all, partition) => {
    if (partition % members.length !== members.indexOf(member)) return [];
    const from = offsets[partition] ?? 0;
    const messages = all.slice(from, from + MOST_OF_A_PARTITION);
    return [{ partition, messages, next: from + messages.length }];
  });

function onTheWay({ faults, random }: MemoryBroker, messages: readonly RawMessage[]) {
  const { drop = 0, double = 0, reorder = 0 } = faults;
  const arriving = messages.flatMap((message) => {
    if (random() < drop) return [];
    return random() < double ? [message, message] : [message];
  });
  return random() < reorder ? shuffled(arriving, random) : arriving;
}
