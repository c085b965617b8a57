import { notificationSettingsStream } from "#command-api/tenant-rules/alert-settings.ts";
import { DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { campaign, type Leadership, type LeaderRole } from "#kernel/node/leader.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import {
  type ConnectionSettings,
  createPool,
  inTransaction,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import { type Clock, pause } from "#kernel/node/time.ts";

import { createCalendar } from "./calendar.ts";
import type { Work } from "./job.ts";
import {
  advanceCursors,
  claimJobs,
  type MovedProduct,
  readThresholds,
  readUnreadEvents,
  tenantsBehind,
  type UnreadEvent,
} from "./log.ts";
import {
  createSendAgain,
  openQueue,
  type Queue,
  type RetryPolicy,
  type SendAgain,
} from "./queue.ts";
import { jobsAfter, type Triggers } from "./reaction.ts";

export type ReactionEngine = Readonly<{ sendAgain: SendAgain; stop: () => Promise<void> }>;

export type ReactionEngineOptions = Readonly<{
  /** As role `jobs`. */
  database: ConnectionSettings;
  triggers: Triggers;
  work: Work;
  retry?: RetryPolicy | undefined;
  clock: Clock;
  log: Log;
}>;

const ROLE: LeaderRole = { name: "reactor", takeOver: () => Promise.resolve(0) };
const SWEEP_EVERY_MS = 200;
const CALENDAR_EVERY_MS = 30_000;
const MOST_TENANTS = 200;
const MOST_EVENTS = 2_000;
/** Older events are skipped, so that an outage does not end in a flood of emails. */
const REACT_WITHIN_MS = 86_400_000;

type Ports = Readonly<{ pool: Pool; queue: Queue; triggers: Triggers; clock: Clock }>;

/** One process, the leader, reads the log and queues jobs; every process works on the queue. */
export async function startReactionEngine(options: ReactionEngineOptions): Promise<ReactionEngine> {
  const { database, triggers, work, clock, log } = options;
  const pool = createPool({ ...database, max: 4 });
  const queue = await openQueue({ pool, log, retry: options.retry });
  await queue.work(work);
  const stopping = new AbortController();
  const ports = { pool, queue, triggers, clock };
  const running = campaign({
    role: ROLE,
    database,
    log,
    signal: stopping.signal,
    whileLeading: (leadership) => queueJobs(ports, leadership),
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await running;
    await queue.close();
    await pool.end();
  };
  return { sendAgain: createSendAgain(ports), stop: () => (stopped ??= stop()) };
}

async function queueJobs(ports: Ports, { client, signal }: Leadership): Promise<void> {
  const calendar = createCalendar(ports, CALENDAR_EVERY_MS);
  while (!signal.aborted) {
    const tenantIds = await tenantsBehind(client, MOST_TENANTS);
    if (signal.aborted) return;
    if (tenantIds.length > 0) await react(ports, tenantIds);
    await calendar.check();
    await pause(SWEEP_EVERY_MS, signal);
  }
}

/** Jobs are queued in the transaction that moves the cursors: none is lost and none is queued twice. */
async function react(
  { pool, queue, triggers, clock }: Ports,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const mostOfEach = Math.max(1, Math.floor(MOST_EVENTS / tenantIds.length));
  await inTransaction(pool, async (client) => {
    const events = await readUnreadEvents(client, tenantIds, mostOfEach);
    const recent = events.filter(({ recordedMs }) => clock() - recordedMs <= REACT_WITHIN_MS);
    const { lowStockThreshold } = DEFAULT_NOTIFICATIONS;
    const thresholdOf = await readThresholds(client, movedProducts(recent), lowStockThreshold);
    const jobs = recent.flatMap((event) => jobsAfter(triggers, event, thresholdOf));
    await queue.add(client, await claimJobs(client, jobs, clock()));
    await advanceCursors(client, new Map(events.map(({ tenantId, seq }) => [tenantId, seq])));
  });
}

function movedProducts(events: readonly UnreadEvent[]): readonly MovedProduct[] {
  const moved = new Map<string, MovedProduct>();
  for (const { tenantId, stock } of events) {
    const settingsId = notificationSettingsStream(tenantId);
    for (const [productId] of stock ?? []) {
      moved.set(tenantId + productId, { tenantId, productId, settingsId });
    }
  }
  return [...moved.values()];
}
