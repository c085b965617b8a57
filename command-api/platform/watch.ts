import { type EventStore, handleCommand } from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import { CommandId, PLATFORM_TENANT_ID, StreamId, SYSTEM_ID } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { derivedId, newId } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { backupAlerts, BACKUPS } from "./backups.ts";
import { type Alert, systemAlerts } from "./system-alerts.ts";

/** A read model that lags by more than this raises an alert. */
const LATE_MS = 60_000;
const MOST_ALERTS = 100;

const STREAM = StreamId.parse(derivedId(PLATFORM_TENANT_ID, "system-alerts"));
export type WatchOptions = Readonly<{
  /** As role cmd_writer. */
  pool: Pool;
  store: EventStore;
  clock: Clock;
}>;

/** Checks for problems once and records what changed since the last check, by any process. */
export async function watch({ pool, store, clock }: WatchOptions): Promise<void> {
  const nowMs = clock();
  const commandId = CommandId.parse(newId(nowMs));
  const streams = [STREAM, BACKUPS];
  const loaded = await store.load({ tenantId: PLATFORM_TENANT_ID, commandId, streams });
  const [known = NO_HEAD, backupsHead = NO_HEAD] = loaded.heads;
  const alerts = [
    ...(await lateAlerts(pool, nowMs)),
    ...(await parkedAlerts(pool)),
    ...(await brokenAlerts(pool)),
    ...backupAlerts(backupsHead.state, { nowMs, sinceMs: await watchedSince(pool) }),
  ];
  const command = { type: "ReportAlerts", alerts } as const;
  const plan = (head: Head) =>
    planStream({ decider: systemAlerts, streamId: STREAM, head, command });

  // Without a change no command is sent, because each one would leave a row.
  const planned = plan(known);
  if (isRejection(planned) || planned.length === 0) return;

  const what = `report ${commandId}`;
  const context = systemContext({
    tenantId: PLATFORM_TENANT_ID,
    actorId: SYSTEM_ID,
    about: STREAM,
    what,
    nowMs,
  });
  await handleCommand<never>(store, context, {
    streams: [STREAM],
    decide: ([head = NO_HEAD]) => plan(head),
  });
}

/** The first hour with a probe, among those that are kept. */
async function watchedSince(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ since_ms: number | null }>(
    "select min(p.hour_ms) as since_ms from ops.probes p",
  );
  return rows[0]?.since_ms ?? null;
}

type Late = { tenants: number; since_ms: number | null };

async function lateAlerts(pool: Pool, nowMs: number): Promise<readonly Alert[]> {
  const { rows } = await pool.query<Late>(
    "select count(*)::int as tenants, min(b.since_ms) as since_ms from rm.behind() b where b.since_ms < $1",
    [nowMs - LATE_MS],
  );
  const [{ tenants, since_ms: sinceMs } = { tenants: 0, since_ms: null }] = rows;
  if (tenants === 0 || sinceMs === null) return [];
  const since = new Date(sinceMs).toISOString();
  const message = `Read models of ${tenants} businesses have been behind since ${since}`;
  return [{ alertId: "projector-lag", kind: "projector-lag", message }];
}

type Parked = { tenant_id: string; projection: string; seq: number; event_type: string };

async function parkedAlerts(pool: Pool): Promise<readonly Alert[]> {
  const { rows } = await pool.query<Parked>(
    `select p.tenant_id, p.projection, p.seq, p.event_type from rm.parked_because() p
      order by p.parked_ms, p.tenant_id, p.projection limit $1`,
    [MOST_ALERTS],
  );
  return rows.map(({ tenant_id: tenantId, projection, seq, event_type: type }) => ({
    alertId: `parked:${tenantId}:${projection}`,
    kind: "projection-parked",
    message: `${projection} of ${tenantId} stopped at event ${seq} (${type})`,
  }));
}

type Broken = { tenant_id: string; seq: number; message: string };

/** Logs that failed verification and are no longer signed. */
async function brokenAlerts(pool: Pool): Promise<readonly Alert[]> {
  const { rows } = await pool.query<Broken>(
    "select b.tenant_id, b.seq, b.message from audit.open_refusals() b limit $1",
    [MOST_ALERTS],
  );
  return rows.map(({ tenant_id: tenantId, seq, message }) => ({
    alertId: `log:${tenantId}`,
    kind: "log-broken",
    message: `The log of ${tenantId} fails verification at event ${seq} (${message}) and is no longer signed`,
  }));
}
