import { inLanes } from "#kernel/node/in-lanes.ts";
import { inTransaction, type Pool, type PoolClient } from "#kernel/node/postgres/connections.ts";
import { retryTransient } from "#kernel/node/postgres/retry-transient.ts";
import { type DifferingTenant, differingTenants } from "#projector/compare-rows.ts";
import { WRITING_LOCK } from "#projector/database.ts";
import type { Parking } from "#projector/parking.ts";
import { forgetCopies } from "#projector/past/copy-sums.ts";
import type { Projection } from "#projector/projections/projection.ts";

import { type LaggingTenant, fill } from "./fill.ts";
import {
  addIndexes,
  createShadow,
  dropShadow,
  type Refused,
  refusedEvents,
  replaceByShadow,
  shadowOf,
} from "./shadow.ts";

export type Difference = DifferingTenant & Readonly<{ projection: string }>;

export type Repaired = Readonly<{
  differences: readonly Difference[];
  /** The served tables of these projections were kept as they were. */
  refused: readonly Refused[];
}>;

export type RebuildDeps = Readonly<{
  parking: Parking;
  /** Connects as rm_owner, which creates and renames tables. */
  owner: Pool;
}>;

/**
 * Fills a second table of each projection from the log while the first is served, compares the two,
 * and replaces the first. Readers never see an empty table. A second table that stopped at an event
 * it cannot apply does not replace one that went on.
 */
export async function repair(
  { parking, owner }: RebuildDeps,
  projections: readonly Projection[],
): Promise<Repaired> {
  const filling = {
    parking: { ...parking, isShadow: true },
    projections: projections.map(shadowOf),
  };
  const fillUp = async (): Promise<void> =>
    fill({ ...filling, tenants: await tenantsBehind(parking.pool, filling.projections) });
  for (const projection of projections) await createShadow(owner, projection);
  await fillUp();
  const differences = await inLanes(LANES, projections, (projection) =>
    completeAndCompare(owner, projection),
  );
  await fillUp();
  const refused = await withWritersPaused(owner, async (client) => {
    // Applies the remaining events while no projector writes, so that both tables have the same
    // checkpoint.
    await fillUp();
    const found = await refusedEvents(client, projections);
    const kept = new Set(found.map(({ projection }) => projection));
    for (const projection of projections) {
      if (kept.has(projection.name)) await dropShadow(client, shadowOf(projection));
      else await replaceByShadow(client, projection);
    }
    await forgetCopies(client);
    return found;
  });
  return { differences: differences.flat(), refused };
}

/** Each takes a connection of the owner. */
const LANES = 2;

/**
 * Two full tables are compared in the order of their keys, which both have as an index. Without
 * statistics the planner would choose a hash of whole rows, and write it to disk.
 */
const IN_ORDER_OF_KEYS = `
  set local enable_hashjoin = off;
  set local enable_sort = off;
  set local enable_bitmapscan = off`;

/** Adds the indexes of a shadow that is full, and compares it with the served table. */
const completeAndCompare = (owner: Pool, projection: Projection): Promise<readonly Difference[]> =>
  inTransaction(owner, async (client) => {
    await client.query(IN_ORDER_OF_KEYS);
    await addIndexes(client, projection);
    const found = await differingTenants(client, projection, shadowOf(projection));
    return found.map((tenant) => ({ projection: projection.name, ...tenant }));
  });

/** Empties the tables and fills them again. Readers see that a rebuild is running. */
export async function rebuildFromNothing(
  { parking, owner }: RebuildDeps,
  projections: readonly Projection[],
): Promise<void> {
  const names = projections.map(({ name }) => name);
  await withWritersPaused(owner, (client) => empty(client, projections, parking.nowMs()));
  await fill({ parking, projections, tenants: await tenantsBehind(parking.pool, projections) });
  await owner.query("delete from rm.rebuilds where projection = any ($1)", [names]);
}

async function empty(
  client: PoolClient,
  projections: readonly Projection[],
  nowMs: number,
): Promise<void> {
  const names = projections.map(({ name }) => name);
  await client.query(
    `insert into rm.rebuilds select n.name, $2 from unnest($1::text[]) n(name)
     on conflict (projection) do update set started_ms = excluded.started_ms`,
    [names, nowMs],
  );
  await client.query("delete from rm.checkpoints where projection = any ($1)", [names]);
  await client.query("delete from rm.projection_parked where projection = any ($1)", [names]);
  await client.query(`truncate ${projections.map(({ table }) => `rm.${table.name}`).join(", ")}`);
  await forgetCopies(client);
}

/**
 * Runs one transaction during which no projector writes. Readers continue until a table is
 * renamed.
 */
const withWritersPaused = <Result>(
  owner: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> =>
  retryTransient(() =>
    inTransaction(owner, async (client) => {
      await client.query(`select pg_advisory_xact_lock(${WRITING_LOCK})`);
      return work(client);
    }),
  );

/** Lagging tenants, those with the most events first. */
async function tenantsBehind(
  pool: Pool,
  projections: readonly Projection[],
): Promise<readonly LaggingTenant[]> {
  const { rows } = await pool.query<LaggingTenant>(
    `select h.tenant_id as "tenantId", h.seq - coalesce(c.seq, 0) as events
       from es.heads() h
       left join rm.lowest_checkpoints($1) c on c.tenant_id = h.tenant_id and c.projections = $2
      where h.seq > coalesce(c.seq, 0)
      order by events desc`,
    [projections.map(({ name }) => name), projections.length],
  );
  return rows;
}
