import { randomUUID } from "node:crypto";

import { EVENTS_TOPIC, openSender } from "#kernel/node/kafka/client.ts";
import { createKafkaConsumer } from "#kernel/node/kafka/consumer.ts";
import { createKafkaPublisher } from "#kernel/node/kafka/publisher.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { kafka } from "#tests/kit/services/services.ts";

import { type BusUnderTest, describeEventBus } from "./event-bus.contract.ts";

async function openKafka(): Promise<BusUnderTest> {
  const broker = await kafka({ own: true });
  const options = { brokers: [broker.brokers], clientId: "contract", log: silent };
  return {
    openTopic: () => {
      const name = `contract.${randomUUID()}`;
      const topic = { ...options, topic: { ...EVENTS_TOPIC, name } };
      return {
        createPublisher: () => createKafkaPublisher(topic),
        createConsumer: (groupId) =>
          createKafkaConsumer({ ...topic, groupId: `${groupId}.${name}` }),
        put: async (message) => {
          const sender = await openSender(topic);
          await sender.send([message], 5_000);
          await sender.end();
        },
      };
    },
    breakDown: broker.kill,
    comeBack: broker.restart,
    close: broker.kill,
  };
}

describeWith(["kafka"], "with a broker", () => {
  describeEventBus("Kafka", openKafka);
});
