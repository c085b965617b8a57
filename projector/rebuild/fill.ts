import type { TenantId } from "#kernel/contract/ids.ts";
import { retryTransient } from "#kernel/node/postgres/retry-transient.ts";
import type { Reached } from "#projector/checkpoints.ts";
import { consumeOrPark, type Parking } from "#projector/parking.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { BATCH, fromLog } from "#projector/sources.ts";

const LANES = 2;
const TENANTS_A_TURN = 20;

/** A tenant whose log is ahead of its projections. */
export type LaggingTenant = Readonly<{ tenantId: TenantId; events: number }>;

export type FillOptions = Readonly<{
  parking: Parking;
  projections: readonly Projection[];
  tenants: readonly LaggingTenant[];
}>;

/** Brings the projections of all these tenants to the end of the log, a few tenants at a time. */
export async function fill({ parking, projections, tenants }: FillOptions): Promise<void> {
  const left = [...tenants];
  const lane = async (): Promise<void> => {
    while (left.length > 0) {
      const scope = { tenantIds: nextTurn(left), projections };
      let reached: Reached;
      do reached = await retryTransient(() => consumeOrPark(parking, scope, fromLog()));
      while (reached.size > 0);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Takes just enough tenants to fill a batch, because each further one adds rows to lock in every
 * transaction.
 */
function nextTurn(left: LaggingTenant[]): readonly TenantId[] {
  const turn: TenantId[] = [];
  for (let events = 0; events < BATCH && turn.length < TENANTS_A_TURN;) {
    const next = left.shift();
    if (next === undefined) break;
    turn.push(next.tenantId);
    events += next.events;
  }
  return turn;
}
