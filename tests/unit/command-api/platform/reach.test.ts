import { createServer } from "node:net";

import { expect, it } from "vitest";
import * as z from "zod/mini";

import { dependenciesOf, isReachable } from "#command-api/platform/reach.ts";

it("knows where the database, Kafka and Redis are", () => {
  expect(
    dependenciesOf({
      databaseUrl: "postgres://db.example/tillbook",
      brokers: ["kafka-1:9092", "kafka-2:9093"],
      redisUrl: "redis://[::1]:6380",
    }),
  ).toEqual([
    { name: "postgres", host: "db.example", port: 5432 },
    { name: "kafka kafka-1:9092", host: "kafka-1", port: 9092 },
    { name: "kafka kafka-2:9093", host: "kafka-2", port: 9093 },
    { name: "redis", host: "::1", port: 6380 },
  ]);
});

it("needs only a database", () => {
  const databaseUrl = "postgres://127.0.0.1:5433/tillbook";
  expect(dependenciesOf({ databaseUrl })).toEqual([
    { name: "postgres", host: "127.0.0.1", port: 5433 },
  ]);
});

it("reports whether a connection can be made", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const dependency = { name: "any", host: "127.0.0.1", port };
  expect(await isReachable(dependency)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await isReachable(dependency)).toBe(false);
});
