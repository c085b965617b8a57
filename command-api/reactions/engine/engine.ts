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
import { advance, claimReactions, findNews, readNews, readThresholds } from "./log.ts";
import { openQueue, type Queue, type RetryPolicy } from "./queue.ts";
import { isLookedAt, type NewsEvent, reactionsTo } from "./reaction.ts";
import { createSendAgain, type SendAgain } from "./send-again.ts";

export type Reactor = Readonly<{ sendAgain: SendAgain; stop: () => Promise<void> }>;

export type ReactorOptions = Readonly<{
  /** As role `jobs`. */
  database: ConnectionSettings;
  clock: Clock;
  log: Log;
  work: Work;
  retry?: RetryPolicy | undefined;
}>;

const ROLE: LeaderRole = { name: "reactor", takeOver: () => Promise.resolve(0) };
const SWEEP_EVERY_MS = 200;
const CALENDAR_EVERY_MS = 30_000;
const MOST_TENANTS = 200;
const MOST_EVENTS = 2_000;
/** What nobody was told of for so long is no news: after an outage no till is flooded. */
const NEWS_FOR_MS = 86_400_000;

type Ports = Readonly<{ pool: Pool; queue: Queue; clock: Clock; log: Log }>;

/** Hands on what follows from the log, by one leader; every process does its part of the work. */
export async function startReactor(options: ReactorOptions): Promise<Reactor> {
  const { database, clock, log, work } = options;
  const pool = createPool({ ...database, max: 4 });
  const queue = await openQueue({ pool, log, retry: options.retry });
  await queue.work(work);
  const stopping = new AbortController();
  const ports = { pool, queue, clock, log };
  const running = campaign({
    role: ROLE,
    database,
    log,
    signal: stopping.signal,
    whileLeading: (leadership) => lead(ports, leadership),
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

async function lead(ports: Ports, { client, signal }: Leadership): Promise<void> {
  const calendar = createCalendar(ports, CALENDAR_EVERY_MS);
  while (!signal.aborted) {
    const tenantIds = await findNews(client, MOST_TENANTS);
    if (signal.aborted) return;
    if (tenantIds.length > 0) await react(ports, tenantIds);
    await calendar.look();
    await pause(SWEEP_EVERY_MS, signal);
  }
}

/** The positions move with the jobs that are handed over: none is lost, and none is handed over twice. */
async function react({ pool, queue, clock }: Ports, tenantIds: readonly TenantId[]): Promise<void> {
  const mostOfEach = Math.max(1, Math.floor(MOST_EVENTS / tenantIds.length));
  await inTransaction(pool, async (client) => {
    const events = await readNews(client, tenantIds, mostOfEach);
    const news = events.filter(
      (event) => isLookedAt(event) && clock() - event.recordedMs <= NEWS_FOR_MS,
    );
    const { lowStockThreshold } = DEFAULT_NOTIFICATIONS;
    const thresholdOf = await readThresholds(client, movedBy(news), lowStockThreshold);
    const reactions = news.flatMap((event) => reactionsTo(event, thresholdOf));
    const claimed = await claimReactions(client, reactions, clock());
    await queue.add(client, claimed);
    await advance(client, new Map(events.map(({ tenantId, seq }) => [tenantId, seq])));
  });
}

/** Each product once, with where its shop's own threshold stands. */
function movedBy(news: readonly NewsEvent[]) {
  const moved = new Map<string, { tenantId: TenantId; productId: string; settingsId: string }>();
  for (const { tenantId, stock } of news) {
    for (const [productId] of stock ?? []) {
      const settingsId = notificationSettingsStream(tenantId);
      moved.set(tenantId + productId, { tenantId, productId, settingsId });
    }
  }
  return [...moved.values()];
}
