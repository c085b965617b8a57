import { setTimeout as delay } from "node:timers/promises";

import { pause } from "#kernel/node/time.ts";

import { openReceiver, REJOIN_MS, type FetchedBatch, type KafkaOptions } from "./client.ts";
import type { EventConsumer } from "./event-bus.ts";
import { readMessages } from "./event-message.ts";
import { createLagMeter, joinConnected, joinConsumerLag } from "./kafka-metrics.ts";
import { createMerger } from "./merge.ts";
import { startPulse, trackHealth } from "./pulse.ts";

export type KafkaConsumerOptions = KafkaOptions & Readonly<{ groupId: string }>;

type OnBatch = Parameters<EventConsumer["run"]>[0];
type OnFetched = (fetched: FetchedBatch) => Promise<void>;

/** A new member may have to wait for all other members of the group. */
const JOIN_WITHIN_MS = REJOIN_MS + 10_000;
const LEAVE_WITHIN_MS = 2_000;

/** Never gives up: a receiver that crashed or receives nothing is replaced. */
export function createKafkaConsumer(options: KafkaConsumerOptions): EventConsumer {
  const closing = new AbortController();
  const health = trackHealth(options.log);
  const lag = createLagMeter();
  const endMeasuring = [
    joinConnected(() => [{ labels: { side: "consumer" }, value: health.isHealthy() ? 1 : 0 }]),
    joinConsumerLag(() => [{ value: lag.value() }]),
  ];
  let running: Promise<void> = Promise.resolve();

  /** Runs one receiver until it is lost or the consumer is closed. */
  async function receive(onFetched: OnFetched): Promise<void> {
    const lost = Promise.withResolvers<never>();
    const pulse = startPulse(JOIN_WITHIN_MS);
    let isLost = false;
    const receiver = openReceiver(options, {
      onFetched: async (fetched) => {
        if (isLost) return;
        lag.fetched(fetched);
        await onFetched(fetched);
      },
      onAnswer: () => {
        if (isLost) return;
        pulse.beat();
        health.answered();
      },
      onLost: lost.reject,
    });
    try {
      await Promise.race([lost.promise, pulse.untilStuck(closing.signal)]);
      await Promise.race([receiver.leave(), delay(LEAVE_WITHIN_MS, undefined, { ref: false })]);
    } finally {
      isLost = true;
      health.silenced();
      lag.lost();
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
      endMeasuring.forEach((end) => end());
      await running;
    },
  };
}
