import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";

import type { Kafka, Redis } from "#tests/kit/services/service-types.ts";
import { freshDatabase, kafka, redis } from "#tests/kit/services/services.ts";

import { LIMITLESS, type ProductProcesses, startProductProcesses } from "./product-processes.ts";

export type Distributed = Readonly<{
  product: () => ProductProcesses;
  kafka: () => Kafka;
  redis: () => Redis;
  adminUrl: () => string;
  /** Queries the database as its superuser. */
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
}>;

type Environment = Readonly<Record<string, string>>;

/** The distributed product with its own database, Kafka and Redis, for the length of the suite. */
export function useDistributed(env: Environment = {}): Distributed {
  let running:
    | Readonly<{
        product: ProductProcesses;
        kafka: Kafka;
        redis: Redis;
        adminUrl: string;
        drop: () => Promise<void>;
      }>
    | undefined;
  const now = () => {
    if (!running) throw new Error("the product is not started");
    return running;
  };

  beforeAll(async () => {
    const [database, broker, store] = await Promise.all([
      freshDatabase(),
      kafka({ own: true }),
      redis({ own: true }),
    ]);
    const product = await startProductProcesses({
      adminUrl: database.adminUrl,
      brokers: broker.brokers,
      redisUrl: store.url,
      env: { ...LIMITLESS, ...env },
    });
    running = { product, kafka: broker, redis: store, ...database };
  });
  afterAll(async () => {
    await running?.product.stop();
    await running?.drop();
  });

  return {
    product: () => now().product,
    kafka: () => now().kafka,
    redis: () => now().redis,
    adminUrl: () => now().adminUrl,
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      const client = new Client({ connectionString: now().adminUrl });
      await client.connect();
      try {
        return (await client.query<Row>(sql, [...values])).rows;
      } finally {
        await client.end();
      }
    },
  };
}
