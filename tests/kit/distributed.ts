import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";

import { type ProductProcesses, startProductProcesses } from "./product-processes.ts";
import type { Kafka, Redis } from "./service-types.ts";
import { freshDatabase, kafka, redis } from "./services.ts";

export type Distributed = Readonly<{
  product: () => ProductProcesses;
  kafka: () => Kafka;
  redis: () => Redis;
  adminUrl: () => string;
  /** Asks the database past every wall, as its superuser. */
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
}>;

/** Generous: these tests look at what is lost or doubled, not at the limits. */
const LIMITS = {
  REGISTRATIONS_PER_HOUR: "100000",
  SIGN_INS_PER_MINUTE: "100000",
  REQUESTS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

/** The distributed product on a database, a Kafka and a Redis of the suite's own, for its whole length. */
export function useDistributed(): Distributed {
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
      env: LIMITS,
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
    async query(sql, values = []) {
      const client = new Client({ connectionString: now().adminUrl });
      await client.connect();
      try {
        const { rows } = await client.query(sql, [...values]);
        return rows;
      } finally {
        await client.end();
      }
    },
  };
}
