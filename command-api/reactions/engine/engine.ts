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
/**
 * A busy platform's events are read in larger and fewer steps, as each step has a fixed cost: for
 * each event of a step the next one begins this much later.
 */
const PAUSE_MS_AN_EVENT = 2;
const LONGEST_PAUSE_MS = 1_000;
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
    const extraMs = tenantIds.length > 0 ? await react(ports, tenantIds) : 0;
    await calendar.check();
    await pause(SWEEP_EVERY_MS + extraMs, signal);
  }
}

/**
 * Jobs are queued in the transaction that moves the cursors: none is lost and none is queued twice.
 * Returns the extra pause before the next step.
 */
async function react(
  { pool, queue, triggers, clock }: Ports,
  tenantIds: readonly TenantId[],
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const events = await readUnreadEvents(client, tenantIds, mostOfEach(tenantIds.length));
    const recent = events.filter(({ recordedMs }) => clock() - recordedMs <= REACT_WITHIN_MS);
    const { lowStockThreshold } = DEFAULT_NOTIFICATIONS;
    const thresholdOf = await readThresholds(client, movedProducts(recent), lowStockThreshold);
    const jobs = recent.flatMap((event) => jobsAfter(triggers, event, thresholdOf));
    await queue.add(client, await claimJobs(client, jobs, clock()));
    await advanceCursors(client, new Map(events.map(({ tenantId, seq }) => [tenantId, seq])));
    return extraPauseMs(events, tenantIds.length);
  });
}

const mostOfEach = (tenants: number): number => Math.max(1, Math.floor(MOST_EVENTS / tenants));

/**
 * How much longer than usual the step after these events of so many tenants may wait; 0 if a tenant
 * or other tenants may have more.
 */
export function extraPauseMs(
  events: readonly Pick<UnreadEvent, "tenantId">[],
  tenants: number,
): number {
  const ofTenants = [...Map.groupBy(events, ({ tenantId }) => tenantId).values()];
  const hasMore = ofTenants.some((own) => own.length === mostOfEach(tenants));
  if (hasMore || tenants === MOST_TENANTS) return 0;
  return Math.min(events.length * PAUSE_MS_AN_EVENT, LONGEST_PAUSE_MS - SWEEP_EVERY_MS);
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
