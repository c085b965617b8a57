import { afterEach, beforeEach, expect, test } from "vitest";

import { registry } from "#kernel/node/metrics/registry.ts";
import { thingsApp } from "#tests/kit/fakes/things-app.ts";

let { app } = thingsApp();

beforeEach(async () => {
  registry.resetMetrics();
  ({ app } = thingsApp());
  app.get("/measured/:email", async () => ({ success: true }));
  app.get("/stream", (_request, reply) => {
    reply.hijack().raw.writeHead(200, { "content-type": "text/event-stream" }).end();
  });
});
afterEach(() => app.close());

const lines = async (): Promise<string[]> =>
  (await registry.metrics())
    .split("\n")
    .filter((line) =>
      /^tillbook_http_requests_total|^tillbook_http_request_seconds_count/.test(line),
    );

test("a request counts under the pattern of its route, and its URL is nowhere", async () => {
  await app.inject("/measured/ama@shop.example?token=secret");
  expect(await lines()).toEqual([
    'tillbook_http_requests_total{method="GET",route="/measured/:email",status="200"} 1',
    'tillbook_http_request_seconds_count{method="GET",route="/measured/:email"} 1',
  ]);
  expect(await registry.metrics()).not.toMatch(/ama|secret/);
});

test("paths and methods that are unknown are one series, whatever a client sends", async () => {
  for (const path of ["/a", "/b", "/c?d"]) await app.inject(path);
  await app.inject({ method: "OPTIONS", url: "/d" });
  expect(await lines()).toEqual([
    'tillbook_http_requests_total{method="(any)",route="(none)",status="404"} 4',
    'tillbook_http_request_seconds_count{method="(any)",route="(none)"} 4',
  ]);
});

test("a live stream counts but has no duration; a health check does not count", async () => {
  await app.inject("/stream");
  await app.inject("/health/live");
  expect((await lines()).filter((line) => line.includes("/"))).toEqual([
    'tillbook_http_requests_total{method="GET",route="/stream",status="200"} 1',
  ]);
});
