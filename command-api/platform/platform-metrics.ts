import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { CommandId, PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { createGauge, sharedFor } from "#kernel/node/metrics/registry.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { BACKUPS, parseBackups } from "./backups.ts";

const joinMissing = createGauge({
  name: "tillbook_projection_lag_events",
  help: "Events that a read model lacks, over all tenants; without parked ones",
  labels: ["projection"],
});

const joinLag = createGauge({
  name: "tillbook_projection_lag_seconds",
  help: "Age of the oldest event that a read model lacks; without parked ones",
  labels: ["projection"],
});

const joinParked = createGauge({
  name: "tillbook_parked_tenants",
  help: "Tenants whose read model met an event that it cannot apply",
  labels: ["projection"],
});

const joinBrokenLogs = createGauge({
  name: "tillbook_broken_logs",
  help: "Logs that fail verification and are no longer signed",
});

const joinDeadlocks = createGauge({
  name: "tillbook_database_deadlocks",
  help: "Deadlocks in the database since its statistics began",
});

const joinBackupAge = createGauge({
  name: "tillbook_backup_age_seconds",
  help: "Age of the last backup; if there was none, time since this installation is watched",
});

const joinRestoreFailed = createGauge({
  name: "tillbook_restore_test_failed",
  help: "1 if the last backup could not be restored as a trial",
});

/** Several gauges share one answer of the database. */
const ASK_EVERY_MS = 5_000;
const MS = 1_000;

type Ports = Readonly<{
  /** As role cmd_writer. */
  pool: Pool;
  store: EventStore;
  clock: Clock;
}>;

/**
 * Shows what the database knows about the whole installation. Every command API shows the same, so
 * that one of them is enough. Returns how to end it.
 */
export function measurePlatform({ pool, store, clock }: Ports): () => void {
  const secondsSince = (ms: number): number => Math.max(0, clock() - ms) / MS;
  const progress = sharedFor(ASK_EVERY_MS, () => readProgress(pool));
  const totals = sharedFor(ASK_EVERY_MS, () => readTotals(pool));
  const backups = sharedFor(ASK_EVERY_MS, () => readBackups(store, clock));
  const byProjection = (value: (one: Progress) => number) => async () =>
    (await progress()).map((one) => ({
      labels: { projection: one.projection },
      value: value(one),
    }));
  const leave = [
    joinMissing(byProjection(({ missing }) => missing)),
    joinLag(byProjection(({ sinceMs }) => (sinceMs === null ? 0 : secondsSince(sinceMs)))),
    joinParked(byProjection(({ parked }) => parked)),
    joinBrokenLogs(async () => (await totals()).map(({ broken }) => ({ value: broken }))),
    joinDeadlocks(async () => (await totals()).map(({ deadlocks }) => ({ value: deadlocks }))),
    joinBackupAge(async () => {
      const [{ watchedMs } = { watchedMs: null }] = await totals();
      const fromMs = (await backups()).lastMs ?? watchedMs;
      return fromMs === null ? [] : [{ value: secondsSince(fromMs) }];
    }),
    joinRestoreFailed(async () => [{ value: (await backups()).isSound ? 0 : 1 }]),
  ];
  return () => leave.forEach((end) => end());
}

type Progress = { projection: string; missing: number; sinceMs: number | null; parked: number };

async function readProgress(pool: Pool): Promise<readonly Progress[]> {
  const { rows } = await pool.query<Progress>(
    `select p.projection, p.missing, p.since_ms as "sinceMs", p.parked from rm.progress() p`,
  );
  return rows;
}

type Totals = { broken: number; deadlocks: number; watchedMs: number | null };

async function readTotals(pool: Pool): Promise<readonly Totals[]> {
  const { rows } = await pool.query<Totals>(
    `select (select count(*) from audit.open_refusals()) as broken,
            (select d.deadlocks from pg_stat_database d where d.datname = current_database()) as deadlocks,
            (select min(p.hour_ms) from ops.probes p) as "watchedMs"`,
  );
  return rows;
}

async function readBackups(store: EventStore, clock: Clock) {
  const commandId = CommandId.parse(newId(clock()));
  const { heads } = await store.load({
    tenantId: PLATFORM_TENANT_ID,
    commandId,
    streams: [BACKUPS],
  });
  return parseBackups(heads[0]?.state);
}
