import { Kafka, logLevel } from "kafkajs";

import { EVENTS_TOPIC } from "#kernel/node/kafka/client.ts";
import { filterTimeoutWarning } from "#kernel/node/kafka/log.ts";

import { until } from "./sales-load.ts";

/**
 * Waits until the projectors have read every message, also repeated ones after a kill; returns how
 * long that took, in ms.
 */
export async function readToTheEnd(brokers: string, withinMs: number): Promise<number> {
  filterTimeoutWarning();
  const kafka = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topic = EVENTS_TOPIC.name;
  try {
    return await until(
      "the projectors have read all of Kafka",
      async () => {
        const ends = await admin.fetchTopicOffsets(topic);
        const [read] = await admin.fetchOffsets({ groupId: "projector", topics: [topic] });
        const readTo = new Map(read?.partitions.map((at) => [at.partition, Number(at.offset)]));
        return ends.every(
          ({ partition, high }) => Number(high) === 0 || readTo.get(partition) === Number(high),
        );
      },
      withinMs,
    );
  } finally {
    await admin.disconnect();
  }
}
