import { expect, test } from "vitest";

import { readSource, sourceFiles } from "./source-files.ts";

/** Keys in Redis begin with the tenant. Only the code that makes such keys may use the client. */
const CLIENT_FILES = ["kernel/node/limits/rate-limit.ts", "kernel/node/limits/redis.ts"];
const CLIENT_USE = /\bredis\??\.client\b|\bnew RedisClient\(/;

const filesWithClient = (files: readonly (readonly [path: string, source: string])[]): string[] =>
  files.flatMap(([path, source]) => (CLIENT_USE.test(source) ? [path] : []));

test("only the limiter uses Redis, and its keys name their tenant", () => {
  const files = sourceFiles()
    .filter((path) => !path.startsWith("tests/"))
    .map((path) => [path, readSource(path)] as const);
  expect(filesWithClient(files)).toEqual(CLIENT_FILES);
});

test("the guard bites", () => {
  const planted = "await redis.client.set(`x`, 1)";
  expect(filesWithClient([["query-api/live/planted.ts", planted]])).toHaveLength(1);
});
