import type { PendingTenants } from "#kernel/node/pending-tenants.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { createSilenceWatch, findBehind, findParked } from "./behind.ts";
import { type Parking, unpark } from "./parking.ts";
import type { Projection } from "./projections/projection.ts";

export type Sweeping = Readonly<{
  pool: Pool;
  projections: readonly Projection[];
  pending: PendingTenants;
  followsLog: () => boolean;
}>;

/** Hands over who is behind: while Kafka brings the events only those of which it lost some. */
export function createSweep({ pool, projections, pending, followsLog }: Sweeping) {
  const silentAmong = createSilenceWatch();
  return async (): Promise<void> => {
    const behind = await findBehind(pool, projections);
    const silent = silentAmong(behind);
    pending.addLater(followsLog() ? behind.map(({ tenantId }) => tenantId) : silent);
  };
}

const TRY_AGAIN_MS = 60_000;

/**
 * What is parked tries again, at the start and every minute: a new build may know what the old one did not, and
 * what failed for a reason outside the event mends itself.
 */
export function createParkedRetry(parking: Parking, projections: readonly Projection[]) {
  let patienceMs = 0;
  return async (): Promise<void> => {
    for (const { tenantId, projection: name, parkedMs } of await findParked(parking.pool)) {
      const projection = projections.find((known) => known.name === name);
      if (!projection || parking.nowMs() - parkedMs < patienceMs) continue;
      await unpark(parking, tenantId, projection);
    }
    patienceMs = TRY_AGAIN_MS;
  };
}
