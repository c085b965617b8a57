import { createCounter, createGauge } from "#kernel/node/metrics/registry.ts";

/** 1 while the broker answers. A process may publish, or consume, or both. */
export const joinConnected = createGauge({
  name: "tillbook_kafka_connected",
  help: "1 while Kafka answers this process",
  labels: ["side"],
});

export const joinConsumerLag = createGauge({
  name: "tillbook_kafka_consumer_lag_messages",
  help: "Messages of this consumer's partitions that it had not fetched at its last fetch",
});

export const refusedMessages = createCounter({
  name: "tillbook_kafka_refused_messages_total",
  help: "Messages that cannot be read or differ from the log; the log is read instead",
});

type Fetched = Readonly<{ partition: number; behind: number }>;

/** What this consumer has not fetched yet, by partition. */
export function createLagMeter() {
  const behind = new Map<number, number>();
  return {
    fetched: ({ partition, behind: messages }: Fetched): void => {
      behind.set(partition, messages);
    },
    /** The partitions may belong to another consumer from now on. */
    lost: (): void => behind.clear(),
    value: (): number => [...behind.values()].reduce((sum, messages) => sum + messages, 0),
  };
}
