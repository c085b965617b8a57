import { expect, test } from "vitest";

import { readSource, sourceFiles } from "./source-files.ts";

/** Keys in Redis begin with the tenant. Only the code that makes such keys may use the client. */
const SPEAKERS = ["kernel/node/limits/rate-limit.ts", "kernel/node/limits/redis.ts"];
const SPEAKS = /\bredis\??\.client\b|\bnew RedisClient\(/;

const speakersIn = (files: readonly (readonly [path: string, source: string])[]): string[] =>
  files.flatMap(([path, source]) => (SPEAKS.test(source) ? [path] : []));

test("T-07: nothing speaks to Redis but the limiter, whose keys name their tenant", () => {
  const files = sourceFiles()
    .filter((path) => !path.startsWith("tests/"))
    .map((path) => [path, readSource(path)] as const);
  expect(speakersIn(files)).toEqual(SPEAKERS);
});

test("T-07: the guard bites", () => {
  const planted = "await redis.client.set(`x`, 1)";
  expect(speakersIn([["query-api/live/planted.ts", planted]])).toHaveLength(1);
});
