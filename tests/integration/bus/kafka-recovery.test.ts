import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

import { ConfigResourceTypes, Kafka as KafkaClient, logLevel } from "kafkajs";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { EVENTS_TOPIC } from "#kernel/node/kafka/client.ts";
import { createKafkaConsumer } from "#kernel/node/kafka/consumer.ts";
import { createKafkaPublisher } from "#kernel/node/kafka/publisher.ts";
import { series, stored, tenant } from "#tests/kit/builders/stored-event.ts";
import { createRecorder } from "#tests/kit/fakes/bus-recorder.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import type { Kafka } from "#tests/kit/services/service-types.ts";
import { kafka } from "#tests/kit/services/services.ts";

const [ada, kofi] = [tenant(1), tenant(2)];
const LONG = { timeout: 60_000, interval: 20 };
const opened: { close: () => Promise<void> }[] = [];
const keep = <Closable extends { close: () => Promise<void> }>(one: Closable): Closable => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const warnings: string[] = [];
process.on("warning", ({ name }) => warnings.push(name));
afterEach(() => {
  // Node warns once per process: kafkajs sets a timer in the past here.
  expect(warnings).not.toContain("TimeoutNegativeWarning");
});

const optionsFor = (brokers: string) => ({ brokers: [brokers], clientId: "test", log: silent });

describeWith(["kafka"], "Kafka's topic and its loss", () => {
  let broker: Kafka;
  beforeAll(async () => {
    broker = await kafka({ own: true });
  }, 120_000);

  const withAdmin = async <Result>(
    ask: (admin: ReturnType<KafkaClient["admin"]>) => Promise<Result>,
  ): Promise<Result> => {
    const client = new KafkaClient({ brokers: [broker.brokers], logLevel: logLevel.NOTHING });
    const admin = client.admin();
    await admin.connect();
    try {
      return await ask(admin);
    } finally {
      await admin.disconnect();
    }
  };
  const describeTopic = (name: string) =>
    withAdmin(async (admin) => {
      const [topic] = (await admin.fetchTopicMetadata({ topics: [name] })).topics;
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name }],
      });
      const entries = resources.flatMap(({ configEntries }) => configEntries);
      const settings = new Map(
        entries.map(({ configName, configValue }) => [configName, configValue]),
      );
      return { partitions: topic?.partitions.length, settings };
    });

  test("the publisher creates the topic with its partitions and retention, and leaves an existing one", async () => {
    const options = optionsFor(broker.brokers);
    await keep(createKafkaPublisher(options)).publish([stored(ada, 1)]);
    await keep(createKafkaPublisher(options)).publish([stored(ada, 2)]);
    const { partitions, settings } = await describeTopic(EVENTS_TOPIC.name);
    expect(partitions).toBe(12);
    expect(settings.get("retention.ms")).toBe(String(7 * 24 * 60 * 60 * 1000));
    expect(settings.get("cleanup.policy")).toBe("delete");
  });

  test("publishes more at once than one batch of the topic may hold", async () => {
    const topic = { ...EVENTS_TOPIC, name: `large.${randomUUID()}` };
    const options = { ...optionsFor(broker.brokers), topic };
    const data = JSON.stringify({ note: "x".repeat(1_000_000) });
    const events = series(ada, 1, 12).map((event) => ({ ...event, data }));
    await keep(createKafkaPublisher(options)).publish(events);
    const consumer = keep(createKafkaConsumer({ ...options, groupId: topic.name }));
    const heard = createRecorder();
    void consumer.run(heard.onBatch);
    await vi.waitFor(() => expect(heard.newSeqsOf(ada)).toHaveLength(12), LONG);
  });

  test("recovers by itself after kill -9 and the loss of all data", async () => {
    const topic = { ...EVENTS_TOPIC, name: `erased.${randomUUID()}` };
    const options = { ...optionsFor(broker.brokers), topic };
    const publisher = keep(createKafkaPublisher(options));
    const consumer = keep(createKafkaConsumer({ ...options, groupId: topic.name }));
    const heard = createRecorder();
    void consumer.run(heard.onBatch);
    await publisher.publish([...series(ada, 1, 20), ...series(kofi, 1, 20)]);
    await vi.waitFor(() => {
      expect(heard.newSeqsOf(ada)).toHaveLength(20);
      expect(heard.newSeqsOf(kofi)).toHaveLength(20);
    }, LONG);

    await broker.eraseData();
    const next = [...series(ada, 21, 23), ...series(kofi, 21, 23)];
    await vi.waitFor(() => publisher.publish(next), LONG);
    await vi.waitFor(() => {
      expect(heard.newSeqsOf(ada)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1));
      expect(heard.newSeqsOf(kofi)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1));
      expect(consumer.isHealthy()).toBe(true);
    }, LONG);
    expect((await describeTopic(topic.name)).partitions).toBe(12);
  }, 120_000);
});

describe("a broker that accepts connections and never answers", () => {
  async function openMute() {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const close = async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    return { brokers: `127.0.0.1:${port}`, close };
  }

  test("fails a publish within 5 s, makes the consumer unhealthy, and does not delay a close", async () => {
    const mute = keep(await openMute());
    const publisher = createKafkaPublisher(optionsFor(mute.brokers));
    const consumer = createKafkaConsumer({ ...optionsFor(mute.brokers), groupId: "mute" });
    const running = consumer.run(async () => undefined);

    const askedAt = performance.now();
    await expect(publisher.publish([stored(ada, 1)])).rejects.toThrow("Kafka");
    expect(performance.now() - askedAt).toBeLessThan(5_500);
    expect(consumer.isHealthy()).toBe(false);

    const closedAt = performance.now();
    await Promise.all([publisher.close(), consumer.close(), running]);
    expect(performance.now() - closedAt).toBeLessThan(3_000);
  }, 20_000);
});
