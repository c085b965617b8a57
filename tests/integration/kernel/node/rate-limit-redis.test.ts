import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import { createRedis, type Redis } from "#kernel/node/limits/redis.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { openTcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import type { Redis as RedisServer } from "#tests/kit/services/service-types.ts";
import { redis } from "#tests/kit/services/services.ts";

const WAIT = { timeout: 10_000, interval: 10 };
/**
 * Half of what a slow Redis takes; a limiter that does not wait for Redis takes about a
 * millisecond.
 */
const AT_ONCE_MS = 1_000;

describeWith(["redis"], "a limit counted in Redis", () => {
  let server: RedisServer;
  const opened: { close: () => Promise<void> }[] = [];
  beforeAll(async () => {
    server = await redis({ own: true });
  }, 60_000);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  async function open(url = server.url, log: Log = silent): Promise<Redis> {
    const port = createRedis({ url, log });
    opened.push(port);
    await vi.waitFor(() => expect(port.isUsable()).toBe(true), WAIT);
    return port;
  }
  const limit = (port: Redis, name: string, points = 2) =>
    createRateLimiter({ name, points, perMs: 60_000, redis: port });

  test("is shared by all processes", async () => {
    const [one, two] = [limit(await open(), "shared"), limit(await open(), "shared")];
    expect(await one.consume("ama")).toMatchObject({ allowed: true });
    expect(await two.consume("ama")).toMatchObject({ allowed: true });
    const refused = await one.consume("ama");
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterMs).toBeGreaterThan(50_000);
    expect(await two.consume("ama")).toMatchObject({ allowed: false });
  });

  test("keeps a tenant's keys under the tenant, and no subject in plain text", async () => {
    const port = await open();
    await port.client.flushall();
    const limiter = limit(port, "writes", 1);
    const hostile = [
      `ama`,
      `ama:`,
      `ama\n`,
      `*`,
      `t:${tenant(2)}:limit:writes:x`,
      "x".repeat(10_000),
      "аma", // the first letter is Cyrillic
    ];
    for (const subject of hostile) {
      expect(await limiter.consume(subject, tenant(1))).toMatchObject({ allowed: true });
      expect(await limiter.consume(subject, tenant(2))).toMatchObject({ allowed: true });
      expect(await limiter.consume(subject)).toMatchObject({ allowed: true });
    }
    const keys = await port.client.keys("*");
    process.stdout.write(`${keys.length} keys of ${3 * hostile.length} hostile subjects\n`);
    expect(keys).toHaveLength(3 * hostile.length);
    for (const n of [1, 2]) {
      const own = keys.filter((key) => key.startsWith(`t:${tenant(n)}:limit:writes:`));
      expect(own).toHaveLength(hostile.length);
    }
    expect(keys.filter((key) => key.startsWith("limit:writes:"))).toHaveLength(hostile.length);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(120);
  });

  test("continues in the process while Redis is gone, logs it once, and is shared again afterwards", async () => {
    const told: string[] = [];
    const say = (_: object, message: string) => void told.push(message);
    const port = await open(server.url, { info: say, warn: say, error: say });
    const limiter = limit(port, "outage");
    let tries = 0;
    port.client.on("reconnecting", () => (tries += 1));
    await server.kill();
    await vi.waitFor(() => expect(port.isUsable()).toBe(false), WAIT);
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), WAIT);

    const startedAt = performance.now();
    expect(await limiter.consume("ama")).toMatchObject({ allowed: true });
    expect(await limiter.consume("ama")).toMatchObject({ allowed: true });
    expect(await limiter.consume("ama")).toMatchObject({ allowed: false });
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);

    await server.restart();
    await vi.waitFor(() => expect(port.isUsable()).toBe(true), WAIT);
    expect(await limiter.consume("ama")).toMatchObject({ allowed: true });
    expect(told).toEqual([
      "Redis does not answer, limits count in this process",
      "Redis answers again",
    ]);
  });

  test("does not wait for a Redis that has become slow", async () => {
    const { hostname: host, port: target } = new URL(server.url);
    const proxy = await openTcpProxy({ host, port: Number(target) });
    opened.push(proxy);
    const port = await open(`redis://127.0.0.1:${proxy.port}`);
    const limiter = limit(port, "slow", 1_000);
    proxy.setDelay(2 * AT_ONCE_MS);
    const firstAt = performance.now();
    expect(await limiter.consume("ama")).toMatchObject({ allowed: true });
    expect(performance.now() - firstAt).toBeLessThan(AT_ONCE_MS);
    await vi.waitFor(() => expect(port.isUsable()).toBe(false), WAIT);

    const startedAt = performance.now();
    for (let n = 0; n < 100; n += 1) await limiter.consume("ama");
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);

    proxy.setDelay(0);
    await vi.waitFor(() => expect(port.isUsable()).toBe(true), WAIT);
  });

  test("survives a key of another type in its place", async () => {
    const port = await open();
    await port.client.flushall();
    const limiter = limit(port, "planted", 1);
    await limiter.consume("ama");
    const [key = ""] = await port.client.keys("*");
    await port.client.del(key);
    await port.client.lpush(key, "not a number");
    expect(await limiter.consume("ama")).toMatchObject({ allowed: true });
    expect(await limiter.consume("ama")).toMatchObject({ allowed: false });
  });
});
