import type { TenantId } from "#kernel/contract/ids.ts";
import type { EventPublisher } from "#kernel/node/kafka/event-bus.ts";
import { type Leadership, pause } from "#kernel/node/leader.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { advance, readUnsent } from "./relay-log.ts";
import type { News } from "./relay-news.ts";

type PumpOptions = Readonly<{ pool: Pool; publisher: EventPublisher; log: Log; news: News }>;

const EVENTS_A_ROUND = 500;
const LONGEST_PAUSE_MS = 1_000;

/** Round after round while there is news; ends when the office does. */
export async function pump(options: PumpOptions, { epoch, signal }: Leadership): Promise<void> {
  const { log, news } = options;
  let failures = 0;
  while (!signal.aborted) {
    const tenantIds = await news.take(EVENTS_A_ROUND);
    try {
      const more = await relayRound(options, { epoch, signal }, tenantIds);
      if (more === "another leads") return;
      news.add(more);
      if (failures > 0) log.info({ failures }, "events flow again");
      failures = 0;
    } catch (err) {
      if (failures === 0) log.warn({ err }, "events wait, trying again");
      failures += 1;
      news.add(tenantIds);
      await pause(Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS), signal);
    }
  }
}

/** Sends first, then moves the cursors: what is sent twice is dropped by its number, a loss is not mended. */
async function relayRound(
  { pool, publisher }: PumpOptions,
  { epoch, signal }: Pick<Leadership, "epoch" | "signal">,
  tenantIds: readonly TenantId[],
): Promise<readonly TenantId[] | "another leads"> {
  if (tenantIds.length === 0) return [];
  const mostOfEach = Math.max(1, Math.floor(EVENTS_A_ROUND / tenantIds.length));
  const events = await readUnsent(pool, tenantIds, mostOfEach);
  if (events.length === 0 || signal.aborted) return [];

  await publisher.publish(events);
  const ofTenant = Map.groupBy(events, ({ tenantId }) => tenantId);
  const cursors = new Map(events.map(({ tenantId, seq }) => [tenantId, seq]));
  if (!(await advance(pool, epoch, cursors))) return "another leads";
  return tenantIds.filter((tenantId) => ofTenant.get(tenantId)?.length === mostOfEach);
}
