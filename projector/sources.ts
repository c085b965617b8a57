import type { StoredEvent, StoredToApply } from "#kernel/contract/events/recorded.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { leafOf } from "#kernel/verify/hashes.ts";

import { lowest } from "./checkpoints.ts";
import type { Source } from "./consume.ts";
import { findForged, readLog } from "./read-log.ts";

/** Events per transaction. Larger batches gain little and delay readers. */
export const BATCH = 500;

/** Reads the log after the checkpoints. */
export const fromLog =
  (limit = BATCH): Source =>
  (client, checkpoints) =>
    readLog(client, checkpoints, limit);

/**
 * Kafka's messages where they match the log byte by byte and have no gap; for all other tenants,
 * the log itself.
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
    const delivered: StoredToApply[] = [];
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

/**
 * The messages after a checkpoint, in order and without duplicates; undefined if one is missing.
 */
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

/** The highest delivered event number of each tenant. */
export function highest(messages: readonly StoredToApply[]): Map<TenantId, number> {
  const seqs = new Map<TenantId, number>();
  for (const { tenantId, seq } of messages) {
    seqs.set(tenantId, Math.max(seq, seqs.get(tenantId) ?? 0));
  }
  return seqs;
}
