import type { PoolClient } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";

import type { Projection } from "./projections/projection.ts";

/** The read models that a transaction updates. */
export type Scope = Readonly<{
  tenantIds: readonly TenantId[];
  projections: readonly Projection[];
  /** Skips checkpoints that another projector has locked. */
  skipLocked?: boolean;
}>;

/**
 * The checkpoint of each projection by tenant, without those that are parked or that another
 * projector has locked.
 */
export type Checkpoints = ReadonlyMap<TenantId, ReadonlyMap<string, number>>;

type Row = { tenant_id: TenantId; projection: string; seq: number; parked: boolean };

/**
 * Locks the checkpoints for this transaction, and keeps the rows of a tenant's projection to one
 * writer at a time. All projectors lock in the same order, so they cannot deadlock. Undefined if the
 * log knows a tenant that still lacks some.
 */
export async function lockCheckpoints(
  client: PoolClient,
  scope: Scope,
): Promise<Checkpoints | undefined> {
  const rows = await lock(client, scope);
  const wanted = scope.tenantIds.length * scope.projections.length;
  if (rows.length < wanted && (await areMissing(client, scope))) return undefined;
  const checkpoints = new Map<TenantId, Map<string, number>>();
  for (const { tenant_id: tenantId, projection, seq, parked } of rows) {
    if (parked) continue;
    const positions = checkpoints.get(tenantId) ?? new Map<string, number>();
    checkpoints.set(tenantId, positions.set(projection, seq));
  }
  return checkpoints;
}

/** Others were locked by another projector, or are of a tenant that the log does not know. */
async function areMissing(client: PoolClient, scope: Scope): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "find missing checkpoints",
    text: `select from es.tenant_heads h, unnest($2::text[]) p(name)
            where h.tenant_id = any ($1::uuid[])
              and not exists (select from rm.checkpoints c
                               where c.tenant_id = h.tenant_id and c.projection = p.name)
            limit 1`,
    values: namesOf(scope),
  });
  return rowCount !== 0;
}

/**
 * Adds the checkpoints of new tenants. A transaction does nothing else: it waits for others that
 * add the same ones, and one of those may wait for a checkpoint that was locked before.
 */
export async function addCheckpoints(client: PoolClient, scope: Scope): Promise<void> {
  // Only for tenants that the log knows: a message may name any id.
  await client.query({
    name: "add checkpoints",
    text: `insert into rm.checkpoints (tenant_id, projection)
           select h.tenant_id, p.name
             from es.tenant_heads h, unnest($2::text[]) p(name)
            where h.tenant_id = any ($1::uuid[])
            order by h.tenant_id, p.name on conflict do nothing`,
    values: namesOf(scope),
  });
}

async function lock(client: PoolClient, scope: Scope): Promise<Row[]> {
  const wait = scope.skipLocked === true ? "skip locked" : "";
  const { rows } = await client.query<Row>({
    name: `lock checkpoints ${wait}`,
    text: `select c.tenant_id, c.projection, c.seq,
                  exists (select from rm.projection_parked p
                           where p.tenant_id = c.tenant_id and p.projection = c.projection) as parked
             from rm.checkpoints c
            where c.tenant_id = any ($1::uuid[]) and c.projection = any ($2::text[])
            order by c.tenant_id, c.projection
              for update of c ${wait}`,
    values: namesOf(scope),
  });
  return rows;
}

const namesOf = ({ tenantIds, projections }: Scope) => [
  tenantIds,
  projections.map(({ name }) => name),
];

/** The lowest checkpoint: the tenant's events are needed from there on. */
export const lowest = (positions: ReadonlyMap<string, number>): number =>
  Math.min(...positions.values());

/** The last applied event of each tenant. */
export type Reached = ReadonlyMap<TenantId, number>;

export async function advance(
  client: PoolClient,
  checkpoints: Checkpoints,
  reached: Reached,
): Promise<void> {
  const moved = [...checkpoints].flatMap(([tenantId, positions]) =>
    [...positions].flatMap(([projection, from]) => {
      const seq = reached.get(tenantId) ?? 0;
      return seq > from ? [{ tenantId, projection, seq }] : [];
    }),
  );
  await client.query({
    name: "advance checkpoints",
    text: `update rm.checkpoints c set seq = m.seq
             from unnest($1::uuid[], $2::text[], $3::bigint[]) m(tenant_id, projection, seq)
            where c.tenant_id = m.tenant_id and c.projection = m.projection`,
    values: [
      moved.map(({ tenantId }) => tenantId),
      moved.map(({ projection }) => projection),
      moved.map(({ seq }) => seq),
    ],
  });
}
