import { setTimeout as delay } from "node:timers/promises";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { pause, withTimeout } from "#kernel/node/time.ts";

import { openSender, type KafkaOptions, type Sender } from "./client.ts";
import type { EventPublisher } from "./event-bus.ts";
import { toMessage, type EventMessage } from "./event-message.ts";
import { joinConnected } from "./kafka-metrics.ts";

export type KafkaPublisherOptions = KafkaOptions &
  Readonly<{
    /** The longest that publishing up to `chunkBytes` may take. */
    timeoutMs?: number;
    chunkBytes?: number;
  }>;

const RETRY_AFTER_MS = 50;

/**
 * Sends one batch at a time. kafkajs 2.2.4 acknowledges messages that it never wrote when batches
 * overlap and an answer is lost, so a sender is replaced after its first error.
 */
export function createKafkaPublisher(options: KafkaPublisherOptions): EventPublisher {
  const { timeoutMs = 5_000, chunkBytes = 1024 * 1024 } = options;
  const closing = new AbortController();
  let isConnected = false;
  const open = (): Promise<Sender> => {
    isConnected = false;
    return connectSender(options, closing.signal, () => (isConnected = true));
  };
  let sender = open();
  let turn: Promise<unknown> = Promise.resolve();
  const endMeasuring = joinConnected(() => [
    { labels: { side: "publisher" }, value: isConnected ? 1 : 0 },
  ]);

  /**
   * Retries with a new sender until the timeout: a topic that was just created has no leader yet.
   */
  async function send(messages: readonly EventMessage[]): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    const leftMs = () => Math.max(0, Math.ceil(deadline - performance.now()));
    let cause: unknown;
    while (leftMs() > 0) {
      const opened = await withTimeout(leftMs(), "Kafka", sender).catch((error: unknown) => {
        throw new Error("Kafka could not be reached", { cause: cause ?? error });
      });
      try {
        return await withTimeout(leftMs(), "Kafka", opened.send(messages, leftMs()));
      } catch (error) {
        cause = error;
        opened.destroy();
        sender = open();
        await delay(RETRY_AFTER_MS);
      }
    }
    throw new Error("Kafka did not take the events", { cause });
  }

  async function publish(events: readonly StoredEvent[]): Promise<void> {
    for (const chunk of chunksOf(events.map(toMessage), chunkBytes)) await send(chunk);
  }

  return {
    publish: (events) => {
      const published = turn.then(() => publish(events));
      turn = published.catch(() => undefined); // The caller gets the error; the next batch is tried on its own.
      return published;
    },
    close: async () => {
      closing.abort();
      endMeasuring();
      await turn;
      const opened = await sender.catch(() => undefined); // never connected, nothing to close
      if (opened === undefined) return;
      await withTimeout(timeoutMs, "Kafka", opened.end()).catch(() => undefined); // destroyed in any case
      opened.destroy();
    },
  };
}

/** Retries until it connects or is aborted. Logs the first failure and the recovery. */
async function connect(options: KafkaOptions, signal: AbortSignal): Promise<Sender> {
  const { log } = options;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      const sender = await openSender(options, signal);
      if (failures > 0) log.info({ failures }, "Kafka answers the publisher again");
      return sender;
    } catch (err) {
      if (failures === 0) log.warn({ err }, "Kafka does not answer the publisher, trying again");
    }
    await pause(retryDelayMs(failures + 1), signal);
  }
}

function connectSender(
  options: KafkaOptions,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<Sender> {
  const sender = connect(options, signal);
  sender.then(onConnected, () => undefined); // The next publish gets the error.
  return sender;
}

/** A record batch above the topic's `max.message.bytes` would be refused every time. */
function chunksOf(messages: readonly EventMessage[], maxBytes: number): EventMessage[][] {
  const chunks: EventMessage[][] = [];
  let chunk: EventMessage[] = [];
  let chunkBytes = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(message.value);
    if (chunk.length > 0 && chunkBytes + bytes > maxBytes) {
      chunks.push(chunk);
      chunk = [];
      chunkBytes = 0;
    }
    chunk.push(message);
    chunkBytes += bytes;
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk];
}
