import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { leafOf } from "#kernel/verify/hashes.ts";

import { lowest } from "./checkpoints.ts";
import type { Source } from "./consume.ts";
import { findForged, readLog } from "./read-log.ts";

/** Events in one transaction: larger ones win little and make the next reader wait. */
export const BATCH = 500;

/** What the log holds behind the positions. */
export const fromLog =
  (limit = BATCH): Source =>
  (client, checkpoints) =>
    readLog(client, checkpoints, limit);

/**
 * What Kafka delivered, where the log agrees with it byte by byte and nothing is missing in between; of every
 * other tenant what the log itself holds.
 */
export const fromMessages =
  (messages: readonly StoredEvent[], onForged: (tenantId: TenantId) => void): Source =>
  async (client, checkpoints) => {
    const forged = await findForged(
      client,
      messages.map((event) => ({ ...event, leaf: leafOf(event) })),
    );
    for (const tenantId of forged) onForged(tenantId);

    const byTenant = Map.groupBy(messages, ({ tenantId }) => tenantId);
    const delivered: StoredEvent[] = [];
    const toRead = new Map(checkpoints);
    for (const [tenantId, positions] of checkpoints) {
      const run = forged.has(tenantId)
        ? undefined
        : runAfter(lowest(positions), byTenant.get(tenantId) ?? []);
      if (run === undefined) continue;
      delivered.push(...run);
      toRead.delete(tenantId);
    }
    if (toRead.size === 0) return delivered;
    return [...delivered, ...(await readLog(client, toRead, BATCH))];
  };

/** The messages behind a position, each once and in order; undefined where one is missing. */
function runAfter(position: number, messages: readonly StoredEvent[]): StoredEvent[] | undefined {
  const run: StoredEvent[] = [];
  let next = position + 1;
  for (const message of messages.toSorted((a, b) => a.seq - b.seq)) {
    if (message.seq > next) return undefined;
    if (message.seq < next) continue;
    run.push(message);
    next += 1;
  }
  return run;
}

/** The highest number that was delivered of each tenant. */
export function highest(messages: readonly StoredEvent[]): Map<TenantId, number> {
  const seqs = new Map<TenantId, number>();
  for (const { tenantId, seq } of messages) {
    seqs.set(tenantId, Math.max(seq, seqs.get(tenantId) ?? 0));
  }
  return seqs;
}
