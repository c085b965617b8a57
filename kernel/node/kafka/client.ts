import { connect, type Socket } from "node:net";

import { Kafka, logLevel, Partitioners, type EachBatchPayload, type ISocketFactory } from "kafkajs";

import type { Log } from "#kernel/node/logging/logger.ts";

import type { EventMessage, RawMessage } from "./event-message.ts";
import { createKafkaLog, filterTimeoutWarning, DISCARDED } from "./log.ts";

export type TopicSettings = Readonly<{
  name: string;
  partitions: number;
  /** -1 is the broker's default. */
  replicas: number;
  retentionMs: number;
}>;

export const EVENTS_TOPIC: TopicSettings = {
  name: "pos.events.v1",
  partitions: 12,
  replicas: -1,
  retentionMs: 7 * 24 * 60 * 60 * 1000,
};

export type KafkaOptions = Readonly<{
  brokers: readonly string[];
  clientId: string;
  log: Log;
  topic?: TopicSettings;
}>;

/** Used until its first error, then replaced. */
export type Sender = Readonly<{
  send: (messages: readonly EventMessage[], timeoutMs: number) => Promise<void>;
  end: () => Promise<void>;
  /** After this, no message that is still queued can reach a broker. */
  destroy: () => void;
}>;

export async function openSender(options: KafkaOptions, signal?: AbortSignal): Promise<Sender> {
  const { kafka, destroy } = createClient(options);
  signal?.addEventListener("abort", destroy, { once: true });
  const topic = options.topic ?? EVENTS_TOPIC;
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry: { retries: 1, initialRetryTime: 50, maxRetryTime: 200 }, // idempotent requires at least one
  });
  try {
    await ensureTopic(kafka, topic);
    await producer.connect();
  } catch (cause) {
    destroy();
    throw new Error("Kafka could not be reached", { cause });
  } finally {
    signal?.removeEventListener("abort", destroy);
  }
  return {
    send: async (messages, timeout) => {
      const mutable = messages.map((message) => ({ ...message, headers: { ...message.headers } }));
      await producer.sendBatch({
        acks: -1,
        timeout,
        topicMessages: [{ topic: topic.name, messages: mutable }],
      });
    },
    end: () => producer.disconnect(),
    destroy,
  };
}

/** Sets the retention only when the topic is created: an operator's later change stays. */
async function ensureTopic(kafka: Kafka, topic: TopicSettings): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic: topic.name,
          numPartitions: topic.partitions,
          replicationFactor: topic.replicas,
          configEntries: [
            { name: "cleanup.policy", value: "delete" },
            { name: "retention.ms", value: String(topic.retentionMs) },
            { name: "max.message.bytes", value: String(8 * 1024 * 1024) },
          ],
        },
      ],
    });
  } finally {
    await admin.disconnect();
  }
}

/** The messages of one partition from one fetch. */
export type FetchedBatch = Readonly<{
  partition: number;
  messages: readonly RawMessage[];
  /** Messages of the partition after these. */
  behind: number;
  /** The offset to continue from once these are processed. */
  next: string;
  heartbeat: () => Promise<void>;
  commit: (positions: readonly Pick<FetchedBatch, "partition" | "next">[]) => Promise<void>;
}>;

export type ConsumerHandlers = Readonly<{
  onFetched: (fetched: FetchedBatch) => Promise<void>;
  /** The broker answered a member of the group; an open connection alone is not a sign of life. */
  onAnswer: () => void;
  onLost: (error: Error) => void;
}>;

export type Receiver = Readonly<{ leave: () => Promise<void>; destroy: () => void }>;

export const HEARTBEAT_MS = 500;
export const REJOIN_MS = 15_000;

/** Starts at once. Any failure, then or later, is passed to `onLost`. */
export function openReceiver(
  options: KafkaOptions & Readonly<{ groupId: string }>,
  { onFetched, onAnswer, onLost }: ConsumerHandlers,
): Receiver {
  const { kafka, destroy } = createClient(options);
  const topic = options.topic ?? EVENTS_TOPIC;
  const consumer = kafka.consumer({
    groupId: options.groupId,
    allowAutoTopicCreation: false,
    // After a kill -9 of a member or of the broker, the group waits this long for its members.
    sessionTimeout: 6_000,
    rebalanceTimeout: REJOIN_MS,
    heartbeatInterval: HEARTBEAT_MS,
    // New messages end the wait at once. Without any, each answer shows that the broker is alive.
    maxWaitTimeInMs: 250,
    maxBytes: 2 * 1024 * 1024,
    metadataMaxAge: 60_000,
    retry: { retries: 2, initialRetryTime: 100, restartOnFailure: async () => false },
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => onLost(payload.error));
  consumer.on(consumer.events.REQUEST, ({ payload }) => {
    if (SIGNS_OF_LIFE.has(payload.apiName)) onAnswer();
  });
  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topic: topic.name, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: topic.partitions,
      eachBatch: (payload) => onFetched(toFetched(payload)),
    });
  };
  start().catch((cause: unknown) => onLost(new Error("Kafka could not be joined", { cause })));
  return { leave: () => consumer.disconnect(), destroy };
}

const SIGNS_OF_LIFE: ReadonlySet<string> = new Set(["Fetch", "Heartbeat", "OffsetCommit"]);

const toFetched = ({ batch, ...payload }: EachBatchPayload): FetchedBatch => ({
  partition: batch.partition,
  messages: batch.messages,
  behind: Number(BigInt(batch.highWatermark) - BigInt(batch.lastOffset()) - 1n),
  next: String(BigInt(batch.lastOffset()) + 1n),
  heartbeat: () => payload.heartbeat(),
  commit: (positions) => {
    const partitions = positions.map(({ partition, next }) => ({ partition, offset: next }));
    return payload.commitOffsetsIfNecessary({ topics: [{ topic: batch.topic, partitions }] });
  },
});

function createClient({ brokers, clientId, log }: KafkaOptions) {
  filterTimeoutWarning();
  const { socketFactory, destroy } = createSockets();
  const writeLog = createKafkaLog(log);
  // One client per connection: consumers of one client share their offsets in memory.
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    socketFactory,
    connectionTimeout: 2_000,
    requestTimeout: 4_000,
    retry: { retries: 0 },
    logLevel: logLevel.ERROR,
    logCreator: () => writeLog,
  });
  return { kafka, destroy };
}

/**
 * kafkajs keeps retrying in the background after the caller has given up, and would then write old
 * messages after newer ones. Without sockets it cannot.
 */
function createSockets() {
  const open = new Set<Socket>();
  let isDestroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    if (isDestroyed) throw new Error(DISCARDED);
    const socket = connect({ host, port, noDelay: true, keepAlive: true }, onConnect);
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    return socket;
  };
  const destroy = () => {
    isDestroyed = true;
    // With an error: kafkajs does not listen for "close", and its requests would never end.
    for (const socket of open) socket.destroy(new Error(DISCARDED));
  };
  return { socketFactory, destroy };
}
