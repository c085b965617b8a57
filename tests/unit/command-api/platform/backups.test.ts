import { describe, expect, test } from "vitest";

import { backupAlerts, backups } from "#command-api/platform/backups.ts";
import { BackupId } from "#kernel/contract/ids.ts";
import { id } from "#tests/kit/builders/shop-log.ts";

const backupId = BackupId.parse(id(0xbac));
const HOUR_MS = 3_600_000;
const nowMs = Date.parse("2026-03-10T12:00:00Z");
const taken = (takenMs: number) =>
  ({
    type: "BackupTaken",
    data: { backupId, head: 3, bytes: 100, tenants: 1, events: 9, takenMs },
  }) as const;
const tested = (ok: boolean) => ({ type: "RestoreTested", data: { backupId, ok } }) as const;

const after = (...events: Parameters<typeof backups.evolve>[1][]) =>
  events.reduce(backups.evolve, backups.initialState);
const alertsOf = (state: unknown, sinceMs: number | null = null) =>
  backupAlerts(state, { nowMs, sinceMs }).map(({ alertId }) => alertId);

describe("an alarm is raised", () => {
  test("when the last backup is more than 26 hours old", () => {
    expect(alertsOf(after(taken(nowMs - 26 * HOUR_MS)))).toEqual([]);
    expect(alertsOf(after(taken(nowMs - 26 * HOUR_MS - 1)))).toEqual(["backup-late"]);
    expect(alertsOf(after(taken(1), taken(nowMs)))).toEqual([]);
  });

  test("when there was never a backup since probes began", () => {
    expect(alertsOf(undefined, nowMs - 26 * HOUR_MS)).toEqual([]);
    expect(alertsOf(undefined, nowMs - 27 * HOUR_MS)).toEqual(["backup-late"]);
    expect(alertsOf(undefined, null)).toEqual([]);
  });

  test("while the last restore test has failed", () => {
    expect(alertsOf(after(taken(nowMs), tested(false)))).toEqual(["restore-failed"]);
    expect(alertsOf(after(taken(nowMs), tested(false), tested(true)))).toEqual([]);
  });
});
