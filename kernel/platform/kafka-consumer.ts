import { setTimeout as delay } from "node:timers/promises";

import type { EventConsumer } from "./event-bus.ts";
import { readMessages } from "./event-message.ts";
import { createMerger } from "./kafka-merge.ts";
import { openReceiver, REJOIN_MS, type Fetched, type KafkaOptions } from "./kafka.ts";
import type { Log } from "./log.ts";

export type KafkaConsumerOptions = KafkaOptions & Readonly<{ groupId: string }>;

type OnBatch = Parameters<EventConsumer["run"]>[0];
type OnFetched = (fetched: Fetched) => Promise<void>;

const SILENT_AFTER_MS = 1_500;
const STUCK_AFTER_MS = 10_000;
/** A member that joins may have to wait for every other member of the group. */
const JOIN_WITHIN_MS = REJOIN_MS + 10_000;
const LEAVE_WITHIN_MS = 2_000;

/** Never gives up: a receiver that crashed, or that hears nothing, is replaced by a new one. */
export function createKafkaConsumer(options: KafkaConsumerOptions): EventConsumer {
  const closing = new AbortController();
  const health = trackHealth(options.log);
  let running: Promise<void> = Promise.resolve();

  /** One receiver, from its start until it is lost or the consumer is closed. */
  async function receive(onFetched: OnFetched): Promise<void> {
    const lost = Promise.withResolvers<never>();
    const pulse: Pulse = { heardAt: performance.now(), patienceMs: JOIN_WITHIN_MS, isLost: false };
    const receiver = openReceiver(options, {
      onFetched: async (fetched) => {
        if (!pulse.isLost) await onFetched(fetched);
      },
      onAnswer: () => {
        if (pulse.isLost) return;
        pulse.heardAt = performance.now();
        pulse.patienceMs = STUCK_AFTER_MS;
        health.answered();
      },
      onLost: lost.reject,
    });
    try {
      await Promise.race([lost.promise, untilStuck(pulse, closing.signal)]);
      await Promise.race([receiver.leave(), delay(LEAVE_WITHIN_MS, undefined, { ref: false })]);
    } finally {
      pulse.isLost = true;
      health.silenced();
      receiver.destroy();
    }
  }

  async function run(onBatch: OnBatch): Promise<void> {
    const merger = createMerger((fetched) =>
      onBatch(...readMessages(fetched.flatMap(({ messages }) => messages))),
    );
    while (!closing.signal.aborted) {
      try {
        await receive(merger.take);
      } catch (err) {
        await pause(health.lost(err), closing.signal);
      }
    }
    await merger.idle();
  }

  return {
    run: (onBatch) => (running = run(onBatch)),
    isHealthy: health.isHealthy,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Says once that Kafka went and once that it is back, and how long to wait before the next try. */
function trackHealth(log: Log) {
  let answeredAt = -Infinity;
  let failures = 0;
  return {
    isHealthy: () => performance.now() - answeredAt < SILENT_AFTER_MS,
    answered: () => {
      answeredAt = performance.now();
      if (failures > 0) log.info({ failures }, "Kafka answers the consumer again");
      failures = 0;
    },
    silenced: () => {
      answeredAt = -Infinity;
    },
    lost: (err: unknown): number => {
      if (failures === 0) log.warn({ err }, "the Kafka consumer stopped, starting it again");
      failures += 1;
      return Math.min(50 * 2 ** failures, 1_000);
    },
  };
}

type Pulse = { heardAt: number; patienceMs: number; isLost: boolean };

/** Ends when the consumer is closed, fails when nothing was heard for too long. */
async function untilStuck(pulse: Pulse, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(500, signal);
    const silentMs = performance.now() - pulse.heardAt;
    if (silentMs > pulse.patienceMs) throw new Error(`Kafka was silent for ${silentMs} ms`);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined); // closing ends every pause
