import { createServer } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { createProbe, type ProbeOptions } from "#command-api/platform/probe.ts";
import { watch } from "#command-api/platform/watch.ts";
import { HealthReport, PlatformStats } from "#kernel/contract/api/platform/figures.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

let apis: Apis;

beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

const Health = z.object({ data: HealthReport });
const Stats = z.object({ data: PlatformStats });

async function health(): Promise<HealthReport> {
  const answer = await apis.askOf.query("GET", "/api/v1/platform/health", { as: "super_admin" });
  expect([answer.status, answer.headers["x-stale"]]).toEqual([200, undefined]);
  return Health.parse(answer.body).data;
}

async function stats(): Promise<PlatformStats> {
  const answer = await apis.askOf.query("GET", "/api/super-admin.php", { as: "super_admin" });
  return Stats.parse(answer.body).data;
}

/** A server that can be stopped. */
async function openDependency() {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    dependency: { name: "kafka", host: "127.0.0.1", port: address.port },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const probing = (over: Partial<ProbeOptions> = {}): ProbeOptions => ({
  pool: apis.as("cmd_writer", 1),
  clock: apis.clock,
  dependencies: [],
  counts: { take: () => ({ ok: 9, failed: 0 }) },
  isReady: () => Promise.resolve(true),
  ...over,
});

describe("the health of the platform", () => {
  test("is measured, and a stopped dependency is seen at the next probe", async () => {
    const { dependency, stop } = await openDependency();
    const probe = createProbe(probing({ dependencies: [dependency] }));
    await probe();
    const before = await health();
    expect(before.dependencies).toMatchObject([
      { name: "api", is_up: true },
      { name: "database", is_up: true },
      { name: "kafka", is_up: true },
    ]);
    expect(before.gauges).toMatchObject({ network: 100, database: 100, api: 100 });

    await stop();
    const stoppedMs = performance.now();
    await probe();
    const after = await health();
    process.stdout.write(
      `a probe every 5 s; seen ${Math.round(performance.now() - stoppedMs)} ms after a probe began
`,
    );
    expect(after.dependencies.find(({ name }) => name === "kafka")?.is_up).toBe(false);
    // This answer and the first probe succeeded, the second did not.
    expect(after.gauges.network).toBe(66.67);
    expect(after.gauges.database).toBe(100);
  });

  test("ADMIN-03: gauges of the machine are measured, never made up", async () => {
    const { gauges, uptime } = await health();
    for (const value of [gauges.cpu, gauges.memory, gauges.disk]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(100);
    }
    expect(gauges.memory).toBeGreaterThan(0);
    const { systemHealth, systemUptime } = await stats();
    expect(systemHealth).toEqual({
      ...gauges,
      cpu: systemHealth.cpu,
      memory: expect.any(Number),
      disk: expect.any(Number),
    });
    expect(systemUptime).toBe(uptime);
  });

  test("time without a probe counts as down", async () => {
    await apis.query("update ops.probes set last_slot = last_slot - 10");
    const { dependencies } = await health();
    expect(dependencies.map(({ is_up }) => is_up)).toEqual([false, false, false]);
    await apis.query("delete from ops.probes");
  });

  test("failed requests and down time are counted", async () => {
    let nowMs = apis.clock() - 20_000;
    const down = createProbe(
      probing({
        clock: () => nowMs,
        counts: { take: () => ({ ok: 0, failed: 1 }) },
        isReady: () => Promise.reject(new Error("closed")),
      }),
    );
    const up = createProbe(probing({ clock: () => nowMs }));
    await down();
    nowMs += 5_000;
    await up();
    nowMs += 15_000; // Two slots without a probe.
    await up();
    await up();
    const { gauges, uptime } = await health();
    // 27 of 28, and this answer.
    expect(gauges.api).toBe(96.55);
    expect(uptime).toBe(40);
    await apis.query("delete from ops.probes");
  });

  test("a probe that could not be written is written with the next one", async () => {
    const probe = createProbe(probing());
    await apis.query("revoke insert on ops.probes from cmd_writer");
    await expect(probe()).rejects.toThrow(/permission denied/);
    await apis.query("grant insert on ops.probes to cmd_writer");
    await probe();
    const seen = await apis.query("select ok from ops.probes where kind = 'database'");
    expect(seen).toEqual([{ ok: 2 }]);
  });
});

describe("system alerts", () => {
  const look = () =>
    watch({ pool: apis.as("cmd_writer", 1), store: apis.service.store, clock: apis.clock });
  const alerts = async () => (await health()).alerts.map(({ kind, message }) => [kind, message]);

  test("are raised once for a parked projection, counted, and cleared", async () => {
    await apis.query(
      "insert into rm.projection_parked values ($1, 'gone', 7, 'SaleRecorded', 'a fault', 1)",
      [apis.tenantId],
    );
    await look();
    await look();
    expect(await alerts()).toEqual([
      ["projection-parked", `gone of ${apis.tenantId} stopped at event 7 (SaleRecorded)`],
    ]);
    expect((await stats()).criticalIssues).toBe(1);

    await apis.query("delete from rm.projection_parked where projection = 'gone'");
    await look();
    expect(await alerts()).toEqual([]);
    const told = await apis.query<{ type: string }>(
      "select type from es.events where stream_type = 'system-alerts' order by seq",
    );
    expect(told.map(({ type }) => type)).toEqual(["SystemAlertRaised", "SystemAlertCleared"]);
  });

  test("are raised when a read model is behind for more than a minute", async () => {
    const [row] = await apis.query<{ seq: number }>(
      "insert into rm.checkpoints values ($1, 'gone', 0) returning seq",
      [apis.tenantId],
    );
    expect(row).toBeDefined();
    const inAMinute = () => apis.clock() + 61_000;
    const store = apis.service.store;
    await watch({ pool: apis.as("cmd_writer", 1), store, clock: inAMinute });
    expect((await alerts()).map(([kind]) => kind)).toEqual(["projector-lag"]);
    await apis.query("delete from rm.checkpoints where projection = 'gone'");
    await look();
    expect(await alerts()).toEqual([]);
  });
});
