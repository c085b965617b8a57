import type { TenantId } from "#kernel/contract/ids.ts";
import { type ConnectionSettings, createPool } from "#kernel/node/postgres/connections.ts";
import { PLANNER_SETTINGS } from "#projector/database.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { type Compared, compareTenant } from "#projector/replay/compare-tenant.ts";
import { createBeside } from "#projector/replay/replay-tables.ts";

import { inLanes } from "./in-lanes.ts";
import type { OpenedLog } from "./open-log.ts";

export type ReadModelsOfTenant = Compared & Readonly<{ tenantId: TenantId }>;

type Asked = Readonly<{
  tenants: readonly TenantId[];
  lanes: number;
  /** Where to stop, by tenant; without it where the rows that serve stand. */
  toOf?: ((tenantId: TenantId) => number | undefined) | undefined;
  onEvents: (events: number) => void;
}>;

/** What a connection keeps of its own tables in memory. */
const BUFFERS = "64MB";

/** A connection that may write, but nothing that others see: its role may only read. */
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

/** Makes all read models of some tenants anew and compares them with those that serve, some tenants at once. */
export async function compareReadModels(
  { connection, dataKey }: OpenedLog,
  { tenants, lanes, toOf, onEvents }: Asked,
): Promise<ReadModelsOfTenant[]> {
  const pool = createPool({ ...writing(connection), max: lanes });
  try {
    return await inLanes(lanes, tenants, async (tenantId) => {
      const client = await pool.connect();
      try {
        await createBeside(client, PROJECTIONS);
        const replaying = { client, tenantId, dataKey, onEvents };
        const asked = { projections: PROJECTIONS, to: toOf?.(tenantId) };
        return { tenantId, ...(await compareTenant(replaying, asked)) };
      } finally {
        client.release();
      }
    });
  } finally {
    await pool.end();
  }
}
