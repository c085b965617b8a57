import type { TenantId } from "#kernel/contract/ids.ts";
import { inLanes } from "#kernel/node/in-lanes.ts";
import { type ConnectionSettings, createPool } from "#kernel/node/postgres/connections.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { type ComparedTenant, compareTenant } from "#projector/replay/compare-tenant.ts";
import { createReplayTables } from "#projector/replay/replay-tables.ts";

import type { OpenedLog } from "./open-log.ts";

export type ReadModelsOfTenant = ComparedTenant & Readonly<{ tenantId: TenantId }>;

type CompareOptions = Readonly<{
  tenants: readonly TenantId[];
  lanes: number;
  /** Where to stop, by tenant; by default at the checkpoints of the served rows. */
  toOf?: ((tenantId: TenantId) => number | undefined) | undefined;
  onEvents: (events: number) => void;
}>;

/** Memory of a connection for its own temporary tables. */
const BUFFERS = "64MB";

/** The role may only read; the connection writes temporary tables that others cannot see. */
const writing = ({ settings, ...connection }: ConnectionSettings): ConnectionSettings => ({
  ...connection,
  settings: {
    ...settings,
    ...PLANNER_SETTINGS,
    temp_buffers: BUFFERS,
    default_transaction_read_only: "off",
    synchronous_commit: "off",
  },
});

/** Replays all read models of some tenants and compares them with the served ones. */
export async function compareReadModels(
  { connection, dataKey }: OpenedLog,
  { tenants, lanes, toOf, onEvents }: CompareOptions,
): Promise<ReadModelsOfTenant[]> {
  const pool = createPool({ ...writing(connection), max: lanes });
  try {
    return await inLanes(lanes, tenants, async (tenantId) => {
      const client = await pool.connect();
      try {
        await createReplayTables(client, PROJECTIONS);
        const replaying = { client, tenantId, dataKey, onEvents };
        const options = { projections: PROJECTIONS, to: toOf?.(tenantId) };
        return { tenantId, ...(await compareTenant(replaying, options)) };
      } finally {
        client.release();
      }
    });
  } finally {
    await pool.end();
  }
}
