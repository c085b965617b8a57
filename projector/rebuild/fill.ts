import type { TenantId } from "#kernel/contract/ids.ts";
import type { Reached } from "#projector/checkpoints.ts";
import { consumeOrPark, type Parking } from "#projector/parking.ts";
import type { Projection } from "#projector/projections/projection.ts";
import { fromLog } from "#projector/sources.ts";

import { persistently } from "./persistently.ts";

const LANES = 2;
/** Small tenants go together, so that a transaction is worth its while. */
const TENANTS_A_TURN = 20;

export type Filling = Readonly<{
  parking: Parking;
  projections: readonly Projection[];
  tenantIds: readonly TenantId[];
}>;

/** Brings the projections of all these tenants to the end of the log, some tenants at a time. */
export async function fill({ parking, projections, tenantIds }: Filling): Promise<void> {
  const left = [...tenantIds];
  const perTurn = Math.max(1, Math.min(TENANTS_A_TURN, Math.ceil(left.length / LANES)));
  const lane = async (): Promise<void> => {
    while (left.length > 0) {
      const scope = { tenantIds: left.splice(0, perTurn), projections };
      let reached: Reached;
      do reached = await persistently(() => consumeOrPark(parking, scope, fromLog()));
      while (reached.size > 0);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
