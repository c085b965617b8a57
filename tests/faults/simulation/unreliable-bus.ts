import { setTimeout as delay } from "node:timers/promises";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { EventConsumer, EventPublisher } from "#kernel/node/kafka/event-bus.ts";

import type { Dice, Streams } from "./random-streams.ts";

/** How often a delivery of a message goes wrong, from 0 to 1. */
export type Unreliability = Readonly<{
  drop: number;
  double: number;
  shuffle: number;
  late: number;
}>;

export const drawUnreliability = (dice: Dice): Unreliability => ({
  drop: dice.pick([0, 0.05, 0.3]),
  double: dice.pick([0, 0.1, 0.5]),
  shuffle: dice.pick([0, 0.3, 0.8]),
  late: dice.pick([0, 0.1, 0.3]),
});

const LATE_MS = 25;

type Delivered = Readonly<{ event: StoredEvent; place: number }>;

/**
 * Loses, repeats, reorders and delays messages on their way to one consumer. The fate of a delivery
 * depends on the seed, the message and how often it was delivered, and not on the timing.
 */
export function unreliable(
  consumer: EventConsumer,
  { streams, how }: Readonly<{ streams: Streams; how: Unreliability }>,
): EventConsumer {
  const deliveries = new Map<string, number>();

  function arriving(event: StoredEvent): Delivered[] {
    const name = `${event.tenantId} ${event.seq}`;
    const times = (deliveries.get(name) ?? 0) + 1;
    deliveries.set(name, times);
    const dice = streams("message", name, times);
    if (dice.chance(how.drop)) return [];
    const once = {
      event,
      place: dice.chance(how.shuffle) ? dice.between(0, 1_000_000) : event.seq,
    };
    return dice.chance(how.double) ? [once, { event, place: dice.between(0, 1_000_000) }] : [once];
  }

  return {
    ...consumer,
    run: (onBatch) =>
      consumer.run(async (events, bad) => {
        const batch = events.flatMap(arriving).toSorted((a, b) => a.place - b.place);
        const [first] = events;
        const isLate = first && streams("late", first.tenantId, first.seq).chance(how.late);
        if (isLate) await delay(LATE_MS);
        if (batch.length + bad.length === 0) return;
        await onBatch(
          batch.map(({ event }) => event),
          bad,
        );
      }),
  };
}

/** What the bus has accepted, by tenant, in its order. Erasing the bus does not erase this. */
export type Accepted = Map<string, number[]>;

/** Records what the bus accepts. A killed process publishes nothing more. */
export const recording = (
  publisher: EventPublisher,
  { accepted, signal }: Readonly<{ accepted: Accepted; signal: AbortSignal }>,
): EventPublisher => ({
  ...publisher,
  publish: async (events) => {
    signal.throwIfAborted();
    await publisher.publish(events);
    for (const { tenantId, seq } of events) {
      const seqs = accepted.get(tenantId) ?? [];
      seqs.push(seq);
      accepted.set(tenantId, seqs);
    }
  },
});
