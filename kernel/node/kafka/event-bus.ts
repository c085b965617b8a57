import type { StoredEvent } from "#kernel/contract/events/recorded.ts";

/** Publishes events in the order given, all or an error. After an error the caller sends the same events again. */
export type EventPublisher = Readonly<{
  publish: (events: readonly StoredEvent[]) => Promise<void>;
  close: () => Promise<void>;
}>;

/**
 * A message that could not be read as an event is handed over with what is known of it, so that
 * the projector can count and report it: one bad message must never stop a partition.
 */
export type UnreadableMessage = Readonly<{ unreadable: true; reason: string; tenantId?: string }>;

export type EventConsumer = Readonly<{
  /** Runs until `close`. The offset is committed after `onBatch` resolves: a hint only, never the truth. */
  run: (
    onBatch: (
      events: readonly StoredEvent[],
      unreadable: readonly UnreadableMessage[],
    ) => Promise<void>,
  ) => Promise<void>;
  /** False from the moment the broker stops answering until it answers again; the projector follows the log meanwhile. */
  isHealthy: () => boolean;
  close: () => Promise<void>;
}>;
