import type { StoredEvent } from "#kernel/contract/events/recorded.ts";

/**
 * Publishes events in the given order, all of them or an error. After an error the caller sends the
 * same events again.
 */
export type EventPublisher = Readonly<{
  publish: (events: readonly StoredEvent[]) => Promise<void>;
  close: () => Promise<void>;
}>;

/**
 * The known parts of a message that is not an event. The projector counts and reports it, because
 * one bad message must not stop a partition.
 */
export type UnreadableMessage = Readonly<{ unreadable: true; reason: string; tenantId?: string }>;

export type EventConsumer = Readonly<{
  /**
   * Runs until `close`. Commits the offset after `onBatch` resolves, as a hint only: the
   * checkpoints are in Postgres.
   */
  run: (
    onBatch: (
      events: readonly StoredEvent[],
      unreadable: readonly UnreadableMessage[],
    ) => Promise<void>,
  ) => Promise<void>;
  /** False while the broker does not answer; the projector then reads the log directly. */
  isHealthy: () => boolean;
  close: () => Promise<void>;
}>;
