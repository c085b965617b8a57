import { Kafka, logLevel } from "kafkajs";
import { Client } from "pg";
import { expect, test, vi } from "vitest";

import { filterTimeoutWarning } from "#kernel/node/kafka/log.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { exchange } from "#tests/kit/services/exchange.ts";
import { freshDatabase, kafka, postgres, redis } from "#tests/kit/services/services.ts";

const SLOW = { timeout: 180_000 };

filterTimeoutWarning();

const ask = async (adminUrl: string, sql: string): Promise<string> => {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: "array" });
    return rows.map((row) => row.join(" ")).join("\n");
  } finally {
    await client.end();
  }
};

describeWith(["postgres"], "Postgres of the tests", () => {
  test("is one server for everybody who asks", async () => {
    const [one, other] = await Promise.all([postgres(), postgres()]);
    expect(one.adminUrl).toBe(other.adminUrl);
  });

  test("gives each suite a database of its own, many at once, and drops it", async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => freshDatabase()));
    const [first, second] = databases;
    expect(new Set(databases.map(({ adminUrl }) => adminUrl)).size).toBe(4);
    await ask(first?.adminUrl ?? "", "create table mine (id int)");
    expect(await ask(second?.adminUrl ?? "", "select to_regclass('mine')")).toBe("");
    await Promise.all(databases.map(({ drop }) => drop()));
    await expect(ask(first?.adminUrl ?? "", "select 1")).rejects.toThrow("does not exist");
  });

  test("has empty databases for the tests of the migrations", async () => {
    const { adminUrl, drop } = await freshDatabase({ empty: true });
    const foreign = "nspname !~ '^pg_' and nspname not in ('information_schema', 'public')";
    expect(await ask(adminUrl, `select nspname from pg_namespace where ${foreign}`)).toBe("");
    await drop();
  });

  test("of a suite's own is killed and comes back with its data", async () => {
    const own = await postgres({ own: true });
    expect(own.adminUrl).not.toBe((await postgres()).adminUrl);
    await ask(own.adminUrl, "create table kept as select 42 as answer");
    await own.kill();
    const answer = () => ask(own.adminUrl, "select answer from kept");
    await vi.waitFor(async () => expect(await answer()).toBe("42"), { timeout: 20_000 });
    await own.stop();
    await expect(answer()).rejects.toThrow("ECONNREFUSED");
    await own.restart();
    expect(await answer()).toBe("42");
    await own.stop();
  });
});

describeWith(["redis"], "Redis of the tests", () => {
  test("answers, is killed, and is back on its port, empty", async () => {
    const { url, kill, restart } = await redis({ own: true });
    const port = Number(new URL(url).port);
    const say = async (line: string) => (await exchange(port, Buffer.from(line)))?.toString();
    expect(await say("SET a 1\r\n")).toBe("+OK\r\n");
    await kill();
    expect(await say("PING\r\n")).toBeUndefined();
    await restart();
    expect(await say("GET a\r\n")).toBe("$-1\r\n");
    await kill();
  });
});

describeWith(["kafka"], "Kafka of the tests", () => {
  const TOPIC = "kit";

  const clientOf = (brokers: string) =>
    new Kafka({
      clientId: "kit",
      brokers: [brokers],
      logLevel: logLevel.NOTHING,
      retry: { retries: 2, initialRetryTime: 50 },
    });

  const topicsOf = async (brokers: string): Promise<string[]> => {
    const admin = clientOf(brokers).admin();
    await admin.connect();
    try {
      return await admin.listTopics();
    } finally {
      await admin.disconnect();
    }
  };

  const createTopic = async (brokers: string): Promise<void> => {
    const admin = clientOf(brokers).admin();
    await admin.connect();
    await admin.createTopics({
      topics: [{ topic: TOPIC, numPartitions: 1 }],
      waitForLeaders: true,
    });
    await admin.disconnect();
  };

  const sendAndReceive = async (brokers: string, value: string): Promise<string[]> => {
    const producer = clientOf(brokers).producer({ idempotent: true, maxInFlightRequests: 1 });
    const consumer = clientOf(brokers).consumer({ groupId: `kit-${value}` });
    const received: string[] = [];
    try {
      await Promise.all([producer.connect(), consumer.connect()]);
      await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
      await consumer.run({
        eachMessage: ({ message }) => {
          received.push(String(message.value));
          return Promise.resolve();
        },
      });
      await producer.send({ topic: TOPIC, messages: [{ value }] });
      await vi.waitFor(() => expect(received).toContain(value), { timeout: 30_000 });
      return received;
    } finally {
      await Promise.all([producer.disconnect(), consumer.disconnect()]);
    }
  };

  test("carries a message, keeps it over a kill, and loses all with its data", SLOW, async () => {
    const { brokers, kill, restart, eraseData } = await kafka({ own: true });
    expect(await topicsOf(brokers)).toEqual([]);
    await createTopic(brokers);
    expect(await sendAndReceive(brokers, "first")).toEqual(["first"]);
    await kill();
    await expect(topicsOf(brokers)).rejects.toThrow();
    await restart();
    expect(await sendAndReceive(brokers, "second")).toEqual(["first", "second"]);
    await eraseData();
    expect(await topicsOf(brokers)).toEqual([]);
    await kill();
  });
});
