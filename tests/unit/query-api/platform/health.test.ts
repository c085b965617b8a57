import { describe, expect, it } from "vitest";

import { toGauges, toHealthReport, toUptime } from "#query-api/platform/health.query.ts";
import { percent } from "#query-api/platform/machine.ts";

const SLOT_MS = 5_000;
const nowMs = 1_000_000 * SLOT_MS;
const machine = { cpu: 12.5, memory: 50, disk: 80 };

const probe = (kind: string, over: object = {}) => ({
  kind,
  ok: 99,
  failed: 0,
  upSlots: 100,
  firstSlot: 999_900,
  lastSlot: 999_999,
  isUp: true,
  changedMs: nowMs - 60_000,
  ...over,
});
const row = (...probes: ReturnType<typeof probe>[]) => ({
  nowMs,
  probes,
  alerts: [],
  backups: [],
  tested: [],
});

describe("the gauges", () => {
  it("are shares of attempts, this request included", () => {
    const measured = row(
      probe("api", { ok: 97, failed: 2 }),
      probe("database"),
      probe("tcp:kafka", { ok: 0, failed: 100 }),
      probe("tcp:postgres"),
    );
    expect(toGauges(measured, machine)).toEqual({
      ...machine,
      api: 98,
      database: 100,
      network: 50,
    });
  });

  it("are 100 before the first probe: this request was answered", () => {
    expect(toGauges(row(), machine)).toEqual({ ...machine, api: 100, database: 100, network: 100 });
  });

  it("are never 100 if something failed", () => {
    const measured = row(probe("api", { ok: 10_000_000, failed: 1 }));
    expect(toGauges(measured, machine).api).toBe(99.99);
  });
});

describe("the uptime", () => {
  it("counts time without probes as down", () => {
    expect(toUptime(row(probe("api")))).toBe(100);
    expect(toUptime(row(probe("api", { upSlots: 50 })))).toBe(50);
    expect(toUptime(row(probe("api", { firstSlot: 999_800 })))).toBe(50);
    expect(
      toUptime(row(probe("api", { firstSlot: 999_800, upSlots: 100, lastSlot: 999_899 }))),
    ).toBe(50);
  });
});

it("shows a dependency as down if it was not probed for a while", () => {
  const { dependencies } = toHealthReport(
    row(probe("api", { lastSlot: 999_997 }), probe("tcp:redis", { isUp: false })),
    machine,
  );
  expect(dependencies.map(({ name, is_up }) => [name, is_up])).toEqual([
    ["api", false],
    ["redis", false],
  ]);
});

it.each([
  [1, 3, 33.3],
  [0, 0, 0],
  [5, 4, 100],
  [-1, 4, 0],
])("%i of %i are %d percent", (part, whole, share) => {
  expect(percent(part, whole)).toBe(share);
});

it("shows the last backup and the last tested one, or neither", () => {
  const backup = {
    backup_id: "b-2",
    taken_ms: nowMs - 3_600_000,
    bytes: 4_096,
    tenants: 2,
    events: 77,
    tested_ms: null,
    test_ok: null,
    test_error: null,
  };
  const before = { ...backup, backup_id: "b-1", tested_ms: nowMs, test_ok: false, test_error: "x" };
  const report = toHealthReport({ ...row(), backups: [backup], tested: [before] }, machine);
  expect(report.backup).toMatchObject({ id: "b-2", bytes: 4_096, events: 77, tested_at: null });
  expect(report.restore_test).toMatchObject({ id: "b-1", test_ok: false, test_error: "x" });
  const none = toHealthReport(row(), machine);
  expect([none.backup, none.restore_test]).toEqual([null, null]);
});
