import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";

import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import type { Kafka, Redis } from "#tests/kit/services/service-types.ts";
import { freshDatabase, kafka, redis } from "#tests/kit/services/services.ts";

import { differingRows } from "./differences.ts";
import { LIMITLESS } from "./limitless.ts";
import { type ProductProcesses, startProductProcesses } from "./product-processes.ts";

export type Distributed = Readonly<{
  product: () => ProductProcesses;
  kafka: () => Kafka;
  redis: () => Redis;
  redisProxy: () => TcpProxy;
  adminUrl: () => string;
  /** Queries the database as its superuser. */
  query: Query;
  /** Everything that `work` changes is undone afterwards. */
  undone: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** The rows of these tenants' read models that are not what the log makes. */
  differingRows: (...tenantIds: readonly string[]) => Promise<number>;
}>;

export type Query = <Row extends object>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

type Environment = Readonly<Record<string, string>>;

type Options = Readonly<{
  /** The services reach Redis through a proxy that can be slow or cut. */
  isRedisProxied?: boolean;
}>;

/** The distributed product with its own database, Kafka and Redis, for the length of the suite. */
export function useDistributed(
  env: Environment = {},
  { isRedisProxied = false }: Options = {},
): Distributed {
  const dataKey = randomBytes(32);
  let running:
    | Readonly<{
        product: ProductProcesses;
        kafka: Kafka;
        redis: Redis;
        adminUrl: string;
        proxy: TcpProxy | undefined;
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
    const { hostname, port } = new URL(store.url);
    const proxy = isRedisProxied
      ? await openTcpProxy({ host: hostname, port: Number(port) })
      : undefined;
    const product = await startProductProcesses({
      adminUrl: database.adminUrl,
      brokers: broker.brokers,
      redisUrl: proxy === undefined ? store.url : `redis://127.0.0.1:${proxy.port}`,
      env: { ...LIMITLESS, DATA_KEY: dataKey.toString("base64"), ...env },
    });
    running = { product, kafka: broker, redis: store, proxy, ...database };
  });
  afterAll(async () => {
    await running?.product.stop();
    await running?.proxy?.close();
    await running?.drop();
  });

  return {
    product: () => now().product,
    kafka: () => now().kafka,
    redis: () => now().redis,
    redisProxy: () => {
      const { proxy } = now();
      if (!proxy) throw new Error("Redis is not behind a proxy");
      return proxy;
    },
    adminUrl: () => now().adminUrl,
    query: (sql, values) => withClient(now().adminUrl, (query) => query(sql, values)),
    undone: (work) =>
      withClient(now().adminUrl, async (query) => {
        await query("begin");
        try {
          return await work(query);
        } finally {
          await query("rollback");
        }
      }),
    differingRows: (...tenantIds) => differingRows(now().adminUrl, tenantIds, dataKey),
  };
}

async function withClient<Result>(
  connectionString: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(
      async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(sql, [...values])).rows,
    );
  } finally {
    await client.end();
  }
}
