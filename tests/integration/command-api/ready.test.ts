import { afterAll, beforeAll, expect, test } from "vitest";

import { createKafkaPublisher } from "#kernel/node/kafka/publisher.ts";
import { createRedis } from "#kernel/node/limits/redis.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { openTcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";

import { openTwoTenants, type TwoTenants } from "./routes/two-tenants.ts";

let shops: TwoTenants;
beforeAll(async () => {
  shops = await openTwoTenants();
});
afterAll(() => shops.close());

/** Nothing listens there. */
const NOWHERE = "127.0.0.1:1";

test("it is ready without Kafka and Redis, and not without Postgres", async () => {
  const { url } = connectionAs("cmd_writer", shops.adminUrl);
  const address = new URL(url);
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${proxy.port}`;
  const redis = createRedis({ url: `redis://${NOWHERE}`, log: silent });
  const publisher = createKafkaPublisher({ brokers: [NOWHERE], clientId: "test", log: silent });
  const service = await shops.openTwin({ databaseUrl: address.href, redis, publisher });
  const ready = async () => (await service.app.inject("/health/ready")).statusCode;
  try {
    expect(await ready()).toBe(200);
    proxy.hold();
    const startedAt = performance.now();
    await expect.poll(ready, { timeout: 3_000 }).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    proxy.letGo();
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  } finally {
    await service.close();
    await redis.close();
    await proxy.close();
  }
});
