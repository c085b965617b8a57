import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { EventConsumer, UnreadableMessage } from "#kernel/node/kafka/event-bus.ts";
import type { PendingTenants } from "#kernel/node/pending-tenants.ts";
import { isTransient } from "#kernel/node/postgres/connections.ts";
import { pause } from "#kernel/node/time.ts";

import { consumeOrPark, type Parking } from "./parking.ts";
import type { Projection } from "./projections/projection.ts";
import { BATCH, fromMessages, highest } from "./sources.ts";

export type FollowKafkaOptions = Readonly<{
  consumer: EventConsumer;
  parking: Parking;
  projections: readonly Projection[];
  /** Receives tenants whose log has more events than were delivered in order. */
  pending: PendingTenants;
  /** Called for a message that differs from the log or cannot be read. */
  onRefused: () => void;
}>;

/**
 * Runs until the consumer is closed. Messages are only a faster way to read the log; each one is
 * checked against it.
 */
export async function followKafka(
  following: FollowKafkaOptions,
  signal: AbortSignal,
): Promise<void> {
  await following.consumer.run(async (events, unreadable) => {
    refuse(following, unreadable);
    for (let i = 0; i < events.length; i += BATCH) {
      await untilConsumed(following, events.slice(i, i + BATCH), signal);
    }
  });
}

/** Waits while the database is unavailable. The offset is not committed meanwhile. */
async function untilConsumed(
  following: FollowKafkaOptions,
  messages: readonly StoredEvent[],
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await consumeMessages(following, messages);
    } catch (cause) {
      if (!isTransient(cause)) throw cause;
      following.parking.log.warn(
        { err: cause },
        "database unavailable, retrying the Kafka messages",
      );
      await pause(retryDelayMs(failures), signal);
    }
  }
}

async function consumeMessages(
  { parking, projections, pending, onRefused }: FollowKafkaOptions,
  messages: readonly StoredEvent[],
): Promise<void> {
  const delivered = highest(messages);
  const scope = { tenantIds: [...delivered.keys()], projections };
  const source = fromMessages(messages, (tenantId) => {
    onRefused();
    parking.log.error({ tenantId }, "message differs from the log, reading the log instead");
  });
  const reached = await consumeOrPark(parking, scope, source);
  const lagging = [...delivered].filter(([tenantId, seq]) => (reached.get(tenantId) ?? 0) < seq);
  pending.add(lagging.map(([tenantId]) => tenantId));
}

function refuse(
  { parking, pending, onRefused }: FollowKafkaOptions,
  unreadable: readonly UnreadableMessage[],
): void {
  for (const { reason, tenantId } of unreadable) {
    onRefused();
    parking.log.error({ reason, tenantId }, "unreadable Kafka message");
    if (tenantId !== undefined) pending.add([tenantId]);
  }
}
