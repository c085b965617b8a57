import { setTimeout as delay } from "node:timers/promises";

import { Kafka, logLevel, Partitioners } from "kafkajs";
import * as z from "zod";

import { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { EVENTS_TOPIC } from "#kernel/node/kafka/client.ts";
import { toMessage } from "#kernel/node/kafka/event-message.ts";
import { logPages } from "#kernel/verify/read-log.ts";
import { type Random, shuffled } from "#tests/kit/builders/random.ts";
import { poolAs } from "#tests/kit/database/test-roles.ts";

import type { Distributed } from "./distributed.ts";

const EVERY_MS = 200;
const END = Number.MAX_SAFE_INTEGER;
const Page = z.array(StoredEvent);

export type Redelivery = Readonly<{
  /** Sends what is left; returns how many messages it sent in all. */
  stop: () => Promise<number>;
}>;

/**
 * Sends every event of the tenant to Kafka once more than the relay does: in batches, shuffled, and
 * each message to any partition.
 */
export async function startRedelivery(
  it: Distributed,
  tenantId: string,
  random: Random,
): Promise<Redelivery> {
  const pool = poolAs("auditor_ro", it.adminUrl(), 1);
  const kafka = new Kafka({
    brokers: it.kafka().brokers.split(","),
    logLevel: logLevel.NOTHING,
  });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  let sent = 0;
  let isStopped = false;

  const sendMore = async (): Promise<boolean> => {
    const pages = logPages(pool, TenantId.parse(tenantId), { after: sent, upTo: END });
    const { value = [] } = await pages.next();
    const events = Page.parse(value);
    if (events.length === 0) return false;
    const messages = shuffled(events, random).map((event) => {
      const { headers, ...message } = toMessage(event);
      const partition = Math.floor(random() * EVENTS_TOPIC.partitions);
      return { ...message, headers: { ...headers }, partition };
    });
    await producer.send({ topic: EVENTS_TOPIC.name, messages });
    sent += events.length; // The numbers of a tenant's events have no gap.
    return true;
  };
  const running = (async () => {
    while (!isStopped) {
      await sendMore();
      await delay(EVERY_MS);
    }
    while (await sendMore());
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      await Promise.all([producer.disconnect(), pool.end()]);
      return sent;
    },
  };
}
