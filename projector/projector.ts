import type { EventConsumer } from "#kernel/node/kafka/event-bus.ts";
import { refusedMessages } from "#kernel/node/kafka/kafka-metrics.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { createPendingTenants, type PendingTenants } from "#kernel/node/pending-tenants.ts";
import { type ConnectionSettings, createPool } from "#kernel/node/postgres/connections.ts";
import { listen } from "#kernel/node/postgres/listen.ts";
import { repeatEvery, type Clock } from "#kernel/node/time.ts";

import { PLANNER_SETTINGS } from "./database.ts";
import { followKafka } from "./follow-kafka.ts";
import { followLog } from "./follow-log.ts";
import { createCopier } from "./past/copy-sums.ts";
import { PROJECTIONS } from "./projections/catalogue.ts";
import type { Projection } from "./projections/projection.ts";
import { joinFollowsLog } from "./projector-metrics.ts";
import { createParkedRetry, createSweep } from "./sweep.ts";

export type ProjectorOptions = Readonly<{
  connection: ConnectionSettings;
  poolSize: number;
  dataKey: Buffer;
  clock: Clock;
  log: Log;
  /** If it is missing or unhealthy, the projector reads the log directly. */
  consumer?: EventConsumer | undefined;
  projections?: readonly Projection[];
  /**
   * Where the other services of this process tell which tenants have new events or are waited for.
   * Absent: each event is applied at once, as readers in other processes cannot end a rest.
   */
  pending?: PendingTenants | undefined;
}>;

const SWEEP_MS = 1_000;
const COPY_MS = 5_000;
/** The channel of readers that have waited for too long. */
const CATCH_UP = "rm_catch_up";

/** Keeps the read models of all tenants up to date. Several projectors may run at once. */
export function createProjector(options: ProjectorOptions) {
  const { dataKey, clock, log, consumer, projections = PROJECTIONS } = options;
  const { pending = createPendingTenants() } = options;
  const connection = {
    ...options.connection,
    settings: { ...PLANNER_SETTINGS, ...options.connection.settings },
  };
  const pool = createPool({ ...connection, max: options.poolSize });
  const parking = { pool, dataKey, log, nowMs: clock };
  const stopping = new AbortController();
  const { signal } = stopping;
  let refused = 0;
  let running: Promise<unknown> = Promise.resolve();

  const followsLog = (): boolean => consumer?.isHealthy() !== true;
  const endMeasuring = joinFollowsLog(() => [{ value: followsLog() ? 1 : 0 }]);
  const sweep = createSweep({ pool, projections, pending, followsLog });
  const retryParked = createParkedRetry(parking, projections);
  const copy = createCopier({ pool, signal });

  function onNotice(channel: string, payload: string): void {
    if (channel === "es_hint" && !followsLog()) return; // Kafka delivers the event.
    const tenantIds = payload.split(",");
    pending.add(tenantIds);
    if (channel === CATCH_UP) pending.hurry(tenantIds);
  }

  return {
    start: (): void => {
      const onRefused = (): void => {
        refused += 1;
        refusedMessages.inc();
      };
      const mayRest = options.pending !== undefined;
      const following = { parking, projections, pending, mayRest, onRefused };
      running = Promise.all([
        followLog(following, signal),
        listen({ connection, channels: ["es_hint", CATCH_UP], onNotice, log }, signal),
        repeatEvery("sweep", sweep, { everyMs: SWEEP_MS, log, signal }),
        repeatEvery("parked projections", retryParked, { everyMs: SWEEP_MS, log, signal }),
        repeatEvery("copies of sums", copy, { everyMs: COPY_MS, log, signal }),
        consumer && followKafka({ ...following, consumer }, signal),
      ]);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      endMeasuring();
      await consumer?.close();
      await running;
      await pool.end();
    },
    /** True if the database is reachable, and migrated far enough for the projector. */
    isReady: async (): Promise<boolean> => {
      const { rows } = await pool.query<{ isReady: boolean }>(
        `select to_regproc('rm.lowest_checkpoints') is not null as "isReady"`,
      );
      return rows[0]?.isReady ?? false;
    },
    status: () => ({ followsLog: followsLog(), refused }),
  };
}
export type Projector = ReturnType<typeof createProjector>;

export type ProjectorServiceOptions = Readonly<{
  databaseUrl: string;
  password: string;
  poolSize: number;
  dataKey: Buffer;
  clock: Clock;
  logger: Log;
  consumer?: EventConsumer | undefined;
  pending?: PendingTenants | undefined;
}>;

export const createProjectorService = ({
  databaseUrl: url,
  password,
  logger: log,
  ...rest
}: ProjectorServiceOptions): Projector =>
  createProjector({ ...rest, log, connection: { url, role: "projector", password } });
