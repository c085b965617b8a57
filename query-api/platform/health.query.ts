import type { HealthReport, SystemHealth } from "#kernel/contract/api/platform/figures.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { daysAgo, preparePlatform } from "./ask-platform.query.ts";
import { type BackupRow, LAST_BACKUP, LAST_TESTED, toBackup } from "./backups.query.ts";
import type { Machine } from "./machine.ts";
import { toTime } from "./platform-answers.ts";

/** Results of one kind of probe in the last 24 hours and the last 30 days, and the last result. */
export type ProbeRow = {
  kind: string;
  ok: number;
  failed: number;
  upSlots: number;
  firstSlot: number;
  lastSlot: number;
  isUp: boolean;
  changedMs: number;
};

export type AlertRow = { alert_id: string; kind: string; message: string; raised_ms: number };

export type HealthRow = { nowMs: number; probes: ProbeRow[]; alerts: AlertRow[] };

const SLOT_MS = 5_000;
/** If the prober missed this many slots, it counts as down. */
const MISSED_SLOTS = 2;

const HOUR_BEFORE = "- 3600000";

export const HEALTH_PARTS = `
  'nowMs', ($2 ->> 'nowMs')::bigint,
  'probes', (
    select coalesce(json_agg(p order by p.kind), '[]')
      from (select p.kind,
                   coalesce(sum(p.ok) filter (where p.hour_ms > ${daysAgo(1)} ${HOUR_BEFORE}), 0) as ok,
                   coalesce(sum(p.failed) filter (where p.hour_ms > ${daysAgo(1)} ${HOUR_BEFORE}), 0) as failed,
                   sum(p.up_slots) as "upSlots", min(p.first_slot) as "firstSlot", max(p.last_slot) as "lastSlot",
                   (array_agg(p.is_up order by p.hour_ms desc))[1] as "isUp",
                   (array_agg(p.changed_ms order by p.hour_ms desc))[1] as "changedMs"
              from ops.probes p
             where p.hour_ms > ${daysAgo(30)} ${HOUR_BEFORE}
             group by p.kind) p),
  'alerts', (
    select coalesce(json_agg(a order by a.raised_ms desc, a.alert_id), '[]')
      from (select a.alert_id, a.kind, a.message, a.raised_ms
              from rm.rm_platform_alerts a
             where a.tenant_id = $1 and a.cleared_ms is null) a)`;

export type HealthReportRow = HealthRow & { backups: BackupRow[]; tested: BackupRow[] };

export const HEALTH: Prepared<HealthReportRow> = preparePlatform({
  name: "platform-health",
  projections: ["platform_alerts", "platform_backups"],
  sql: `select json_build_object(${HEALTH_PARTS},
  'backups', (${LAST_BACKUP}),
  'tested', (${LAST_TESTED}))`,
});

/**
 * The share of successful attempts. This request counts as one, so there is always at least one.
 */
export function toGauges({ probes }: HealthRow, { cpu, memory, disk }: Machine): SystemHealth {
  const shareOf = (isMeant: (kind: string) => boolean): number => {
    const meant = probes.filter(({ kind }) => isMeant(kind));
    const ok = meant.reduce((sum, probe) => sum + probe.ok, 1);
    return share(
      ok,
      meant.reduce((sum, { failed }) => sum + failed, ok),
    );
  };
  return {
    cpu,
    memory,
    disk,
    network: shareOf((kind) => kind.startsWith("tcp:")),
    database: shareOf((kind) => kind === "database"),
    api: shareOf((kind) => kind === "api"),
  };
}

/** Two decimals. 100 only if nothing failed. */
const share = (ok: number, all: number): number =>
  ok === all ? 100 : Math.min(99.99, Math.round((ok / all) * 10_000) / 100);

/** The share of time in which the API was up, since the first probe but at most 30 days. */
export function toUptime({ probes, nowMs }: HealthRow): number {
  const api = probes.find(({ kind }) => kind === "api");
  if (!api) return 100;
  const lastSlot = Math.max(api.lastSlot, Math.floor(nowMs / SLOT_MS) - 1);
  const slots = lastSlot - Math.max(api.firstSlot, Math.floor((nowMs - MONTH_MS) / SLOT_MS)) + 1;
  return share(Math.min(api.upSlots, slots), slots);
}
const MONTH_MS = 30 * 86_400_000;

export function toHealthReport(row: HealthReportRow, machine: Machine): HealthReport {
  const [backup] = row.backups;
  const [tested] = row.tested;
  return {
    gauges: toGauges(row, machine),
    meaning: MEANING,
    uptime: toUptime(row),
    dependencies: row.probes.map((probe) => toDependency(probe, row.nowMs)),
    alerts: row.alerts.map(({ alert_id: id, kind, message, raised_ms }) => ({
      id,
      kind,
      message,
      raised_at: toTime(raised_ms),
    })),
    backup: backup ? toBackup(backup) : null,
    restore_test: tested ? toBackup(tested) : null,
  };
}

function toDependency({ kind, isUp, changedMs, lastSlot }: ProbeRow, nowMs: number) {
  const checkedMs = lastSlot * SLOT_MS;
  const isLookedAt = nowMs - checkedMs < (MISSED_SLOTS + 1) * SLOT_MS;
  return {
    name: kind.replace("tcp:", ""),
    is_up: isUp && isLookedAt,
    since: toTime(isLookedAt ? changedMs : checkedMs),
    checked_at: toTime(checkedMs),
  };
}

const MEANING = {
  cpu: "% of the processors in use",
  memory: "% of the memory in use",
  disk: "% of the disk in use",
  network: "% of successful connections in the last 24 hours",
  database: "% of successful database queries in the last 24 hours",
  api: "% of requests without a server error in the last 24 hours",
};
