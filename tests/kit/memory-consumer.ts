import { setImmediate as nextTurn } from "node:timers/promises";

import type { EventConsumer } from "#kernel/platform/event-bus.ts";
import { readMessages, type RawMessage } from "#kernel/platform/event-message.ts";
import type { MemoryBroker, MemoryGroup } from "#tests/kit/memory-bus.ts";
import { shuffled } from "#tests/kit/random.ts";

type OnBatch = Parameters<EventConsumer["run"]>[0];

const MOST_OF_A_PARTITION = 50;

/** A member of a group on the bus in memory: as Kafka's, it starts at the group's offsets. */
export function createMemoryConsumer(broker: MemoryBroker, groupId: string): EventConsumer {
  const group = broker.groups.get(groupId) ?? { offsets: [], members: [] };
  broker.groups.set(groupId, group);
  const member = Symbol("member");
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();

  async function run(onBatch: OnBatch): Promise<void> {
    group.members.push(member);
    while (!isClosed) {
      // A batch that failed is given again: its offsets were not taken over.
      if (!broker.isStalled) await deliver(broker, group, member, onBatch).catch(() => undefined);
      await nextTurn();
    }
    group.members.splice(group.members.indexOf(member), 1);
  }

  return {
    run: (onBatch) => (running = run(onBatch)),
    isHealthy: () => !broker.isStalled && group.members.includes(member),
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}

async function deliver(
  broker: MemoryBroker,
  group: MemoryGroup,
  member: symbol,
  onBatch: OnBatch,
): Promise<void> {
  const fetched = fetchFor(broker, group, member);
  const messages = onTheWay(
    broker,
    fetched.flatMap((part) => part.messages),
  );
  if (messages.length > 0) await onBatch(...readMessages(messages));
  for (const { partition, next } of fetched) {
    group.offsets[partition] = Math.max(group.offsets[partition] ?? 0, next);
  }
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
