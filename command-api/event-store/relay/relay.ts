import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { campaign, type Leadership } from "#kernel/node/leader.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { createPendingTenants, type PendingTenants } from "#kernel/node/pending-tenants.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import { listen } from "#kernel/node/postgres/listen.ts";
import { pause, withTimeout } from "#kernel/node/time.ts";

import {
  advanceCursors,
  oldestUnsentMs,
  readUnsent,
  RELAY_ROLE,
  tenantsBehind,
} from "./relay-log.ts";
import { measureRelay, relayFailures } from "./relay-metrics.ts";

export type RelayStatus = Readonly<{
  leader: boolean;
  epoch: number;
  /** Unsent events as of the last sweep. Undefined while another process leads. */
  lag: number | undefined;
}>;

export type Relay = Readonly<{
  /** Tenants that may have unsent events. A hint may be lost, repeated or wrong. */
  hint: (tenantIds: Iterable<string>) => void;
  status: () => RelayStatus;
  stop: () => Promise<void>;
}>;

export type RelayOptions = Readonly<{
  /** As role `relay`. */
  database: ConnectionSettings;
  publisher: EventPublisher;
  log: Log;
  sweepEveryMs?: number;
}>;

const SWEEP_WITHIN_MS = 2_000;
const HANDOVER_MS = 300;
const EVENTS_A_ROUND = 500;

/** Carries the log to the bus: every event at least once, in order within a tenant, by one leader. */
export function startRelay({ database, publisher, log, sweepEveryMs = 250 }: RelayOptions): Relay {
  const stopping = new AbortController();
  const pool = createPool({
    ...database,
    settings: { ...database.settings, ...RELAY_SETTINGS },
    max: 1,
  });
  const pending = createPendingTenants();
  let status: RelayStatus = { leader: false, epoch: 0, lag: undefined };

  async function whileLeading(leadership: Leadership): Promise<void> {
    const { epoch } = leadership;
    const ended = new AbortController();
    const signal = AbortSignal.any([leadership.signal, ended.signal]);
    const own = { ...leadership, signal };
    const setLag = (lag: number | undefined) => (status = { leader: true, epoch, lag });

    setLag(undefined);
    const onNotice = (_: string, payload: string) => pending.add(payload.split(","));
    const listening = listen(
      { connection: database, channels: ["es_hint"], onNotice, log },
      signal,
    );
    const pumping = pump({ pool, publisher, log, pending }, own);
    try {
      await Promise.race([sweep({ ...own, pending, sweepEveryMs, setLag }), pumping]);
    } finally {
      ended.abort();
      status = { leader: false, epoch, lag: undefined };
      // A round in flight may still move its cursors: the next leader then sends nothing twice.
      await withTimeout(HANDOVER_MS, "the last round", pumping).catch(() => undefined);
      await listening;
    }
  }

  let stopped: Promise<void> | undefined;
  const endMeasuring = measureRelay({ status: () => status, oldestMs: () => oldestUnsentMs(pool) });
  const stop = async () => {
    stopping.abort();
    endMeasuring();
    await running;
    await pool.end();
  };
  const { signal } = stopping;
  const running = campaign({ role: RELAY_ROLE, database, log, signal, whileLeading });
  return {
    hint: (tenantIds) => {
      if (status.leader) pending.add(tenantIds);
    },
    status: () => status,
    stop: () => (stopped ??= stop()),
  };
}

type Sweep = Leadership &
  Readonly<{ pending: PendingTenants; sweepEveryMs: number; setLag: (lag: number) => void }>;

/** Runs on the connection that holds the lock: a sweep that fails or hangs ends the leadership. */
async function sweep({ client, signal, pending, sweepEveryMs, setLag }: Sweep): Promise<void> {
  while (!signal.aborted) {
    const tenants = await withTimeout(SWEEP_WITHIN_MS, "Postgres", tenantsBehind(client));
    if (signal.aborted) return;
    setLag(tenants.reduce((sum, { behind }) => sum + behind, 0));
    pending.add(tenants.map(({ tenantId }) => tenantId));
    await pause(sweepEveryMs, signal);
  }
}

type PumpOptions = Readonly<{
  pool: Pool;
  publisher: EventPublisher;
  log: Log;
  pending: PendingTenants;
}>;

/** Sends round after round while tenants are pending. Ends with the leadership. */
async function pump(options: PumpOptions, { epoch, signal }: Leadership): Promise<void> {
  const { log, pending } = options;
  let failures = 0;
  for (;;) {
    const batch = await pending.next(EVENTS_A_ROUND, signal);
    if (batch === undefined || signal.aborted) return;
    try {
      const more = await relayRound(options, { epoch, signal }, batch.tenantIds);
      if (more === "another leads") return;
      pending.add(more);
      if (failures > 0) log.info({ failures }, "relay recovered");
      failures = 0;
    } catch (err) {
      relayFailures.inc();
      if (failures === 0) log.warn({ err }, "relay failed, retrying");
      failures += 1;
      pending.putBack(batch);
      await pause(retryDelayMs(failures), signal);
    }
  }
}

/** Sends before it moves the cursors: a consumer drops duplicates, but a lost event stays lost. */
async function relayRound(
  { pool, publisher }: PumpOptions,
  { epoch, signal }: Pick<Leadership, "epoch" | "signal">,
  tenantIds: readonly TenantId[],
): Promise<readonly TenantId[] | "another leads"> {
  const mostOfEach = Math.max(1, Math.floor(EVENTS_A_ROUND / tenantIds.length));
  const events = await readUnsent(pool, tenantIds, mostOfEach);
  if (events.length === 0 || signal.aborted) return [];

  await publisher.publish(events);
  const ofTenant = Map.groupBy(events, ({ tenantId }) => tenantId);
  const cursors = new Map(events.map(({ tenantId, seq }) => [tenantId, seq]));
  if (!(await advanceCursors(pool, epoch, cursors))) return "another leads";
  return tenantIds.filter((tenantId) => ofTenant.get(tenantId)?.length === mostOfEach);
}

const RELAY_SETTINGS = {
  synchronous_commit: "off", // a lost cursor only causes events to be sent again
  // One plan for all 16 partitions, and not one made while the tables were empty.
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
};
