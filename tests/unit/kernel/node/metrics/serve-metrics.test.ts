import { expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { type MetricsServer, serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";

const lines: string[] = [];
const log = createLogger({ service: "test", level: "info" }, { write: (line) => lines.push(line) });

const HOST = "127.0.0.1";

async function opened(port = 0): Promise<MetricsServer> {
  const server = await serveMetrics({ METRICS_HOST: HOST, METRICS_PORT: port }, log);
  if (!server) throw new Error("no metrics are served");
  return server;
}

test("without a port nothing is opened", async () => {
  expect(await serveMetrics({ METRICS_HOST: HOST, METRICS_PORT: undefined }, log)).toBeUndefined();
});

test("GET /metrics answers what Prometheus reads, and nothing else is there", async () => {
  const server = await opened();
  const database = { url: "postgres://127.0.0.1:1/none", role: "some_role", password: "" };
  const pool = createPool({ ...database, max: 7 });
  const clockPool = createPool({ ...database, max: 1, purpose: "clock" });
  const url = `http://${HOST}:${server.port}`;
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain('tillbook_pool_connections_max{pool="some_role"} 7');
  expect(text).toContain('tillbook_pool_connections_max{pool="some_role clock"} 1');
  expect(text).toContain('tillbook_pool_waiting{pool="some_role"} 0');
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^tillbook_disk_free_ratio 0\.\d/m);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
  await Promise.all([pool.end(), clockPool.end()]);
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain("some_role");
  await server.close();
});

test("a port that is taken is logged, and the process goes on", async () => {
  const server = await opened();
  expect(
    await serveMetrics({ METRICS_HOST: HOST, METRICS_PORT: server.port }, log),
  ).toBeUndefined();
  expect(lines.join("")).toContain("the port of the metrics cannot be opened");
  await server.close();
});
