import type { TenantId } from "#kernel/contract/ids.ts";
import { inLanes, lanesOf } from "#kernel/node/in-lanes.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import type { Deviation } from "#kernel/verify/deviation.ts";

import type { Output } from "./command.ts";
import { type OpenedLog, publicKeysOf, tenantsOfLog } from "./open-log.ts";
import { compareReadModels } from "./read-models.ts";
import { withReaders } from "./readers.ts";
import { rowDeviations } from "./tell-rows.ts";
import { type Verified, type Verifying, verifyTenant } from "./verify-tenant.ts";

export type VerifiedDatabase = Readonly<{
  tenants: number;
  events: number;
  deviations: readonly Deviation[];
  /** Data that could not be compared with the log, by tenant. */
  notCompared: readonly NotCompared[];
}>;
type NotCompared = Readonly<{ tenantId: TenantId; what: readonly string[] }>;

type VerifyOptions = Readonly<{
  /** Limits the check to this tenant; by default all. */
  tenant?: TenantId | undefined;
  /** Leaves out the read models. */
  isLogOnly: boolean;
  progress: Output["progress"];
}>;

/** Verifies the log, its signed heads, and what is derived from it. */
export async function verifyDatabase(
  log: OpenedLog,
  { tenant, isLogOnly, progress }: VerifyOptions,
): Promise<VerifiedDatabase> {
  const lanes = lanesOf();
  const pool = createPool({ ...log.connection, max: lanes });
  try {
    const tenants = tenant ? [tenant] : await tenantsOfLog(pool);
    const publicKeys = await publicKeysOf(pool, log.signedHeadKeys);
    const onEvents = counting(await eventsOf(pool, tenants), isLogOnly ? 1 : 2, progress);
    const all = await verifyAll(pool, { tenants, lanes, publicKeys, onEvents });
    const rows = isLogOnly ? undefined : await compareRows(log, all, { lanes, onEvents });
    return {
      tenants: all.length,
      events: all.reduce((sum, { events }) => sum + events, 0),
      deviations: [...all.flatMap(({ deviations }) => deviations), ...(rows?.deviations ?? [])],
      notCompared: all.flatMap(({ tenantId, notCompared }) => {
        const what = [...notCompared, ...(rows?.notCompared.get(tenantId) ?? [])];
        return what.length > 0 ? [{ tenantId, what }] : [];
      }),
    };
  } finally {
    await pool.end();
  }
}

function counting(events: number, times: number, progress: Output["progress"]) {
  const total = events * times;
  let done = 0;
  return (more: number): void => {
    done += more;
    progress(done, total, `${Math.min(events, Math.ceil(done / times))} of ${events} events`);
  };
}

type All = Verifying & Readonly<{ tenants: readonly TenantId[]; lanes: number }>;

/**
 * Tenants verified at once, range by range in turn. Their events were written interleaved, so a
 * page that was read for one tenant is still in memory for the next.
 */
const SIDE_BY_SIDE = 8;

const verifyAll = (pool: Pool, { tenants, lanes, ...verifying }: All): Promise<Verified[]> =>
  withReaders(pool, lanes, (readers) =>
    inLanes(SIDE_BY_SIDE, tenants, (tenantId) => verifyTenant(readers, tenantId, verifying)),
  );

type ComparedRows = Readonly<{
  deviations: readonly Deviation[];
  notCompared: ReadonlyMap<TenantId, readonly string[]>;
}>;

async function compareRows(
  log: OpenedLog,
  verified: readonly Verified[],
  options: Readonly<{ lanes: number; onEvents: (events: number) => void }>,
): Promise<ComparedRows> {
  const [whole, broken] = [true, false].map((holds) =>
    verified.filter((one) => one.holds === holds).map(({ tenantId }) => tenantId),
  );
  const compared = await compareReadModels(log, { ...options, tenants: whole ?? [] });
  return {
    deviations: compared.flatMap(rowDeviations),
    notCompared: new Map<TenantId, readonly string[]>([
      ...(broken ?? []).map((tenantId) => [tenantId, ALL] as const),
      ...compared.map(({ tenantId, passedOver }) => [tenantId, passedOver.map(named)] as const),
    ]),
  };
}

const ALL = ["read models"];
const named = (projection: string): string => `read model ${projection}`;

async function eventsOf(pool: Pool, tenants: readonly TenantId[]): Promise<number> {
  const { rows } = await pool.query<{ events: number | null }>(
    "select sum(seq)::bigint as events from es.tenant_heads where tenant_id = any ($1::uuid[])",
    [tenants],
  );
  return rows[0]?.events ?? 0;
}
