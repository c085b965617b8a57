import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { PendingBatch, PendingTenants } from "#kernel/node/pending-tenants.ts";
import { pause } from "#kernel/node/time.ts";

import { consumeOrPark, type Parking } from "./parking.ts";
import type { Projection } from "./projections/projection.ts";
import { BATCH, fromLog } from "./sources.ts";

export type FollowLogOptions = Readonly<{
  parking: Parking;
  projections: readonly Projection[];
  pending: PendingTenants;
  /** True if readers who wait can end a rest. */
  mayRest: boolean;
}>;

/** With two lanes, one folds while the other waits for the database. */
const LANES = 2;
const MOST_TENANTS = 100;

/**
 * A step costs the same few milliseconds for one event as for fifty. So the more events the last one
 * had, the longer the projector lets the next ones gather: up to some 200 events a second each is
 * applied at once, and above that they come in larger steps. A reader who waits ends the rest.
 */
const REST_MS_AN_EVENT = 5;
const LONGEST_REST_MS = 200;

/** Brings pending tenants to the end of the log until the signal aborts. */
export async function followLog(following: FollowLogOptions, signal: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, () => lane(following, signal)));
}

async function lane(following: FollowLogOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (;;) {
    const batch = await following.pending.next(MOST_TENANTS, signal);
    if (signal.aborted || batch === undefined) return;
    try {
      await consumeBatch(following, batch);
      failures = 0;
    } catch (err) {
      following.pending.putBack(batch);
      if (failures === 0) {
        following.parking.log.warn({ err }, "reading the log failed, trying again");
      }
      failures += 1;
      await pause(retryDelayMs(failures), signal);
    }
  }
}

async function consumeBatch(
  { parking, projections, pending, mayRest }: FollowLogOptions,
  batch: PendingBatch,
): Promise<void> {
  const { tenantIds, isUrgent } = batch;
  // Tenants that are not urgent are left to the projector that already works on them.
  const scope = { tenantIds, skipLocked: !isUrgent, projections };
  let count = 0;
  await consumeOrPark(parking, scope, async (client, checkpoints) => {
    const events = await fromLog()(client, checkpoints);
    count = events.length;
    return events;
  });
  if (count === BATCH) pending.putBack(batch);
  else if (mayRest) pending.rest(Math.min(count * REST_MS_AN_EVENT, LONGEST_REST_MS));
}
