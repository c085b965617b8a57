import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

/**
 * For the projector's connections. Everything that it reads it finds by key; a plan made on the empty tables of a
 * fresh install would read whole tables for as long as its connection lives.
 */
export const PLANNER_SETTINGS = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
} as const;

/** Held by every transaction that writes read models, for itself alone by who puts one table in another's place. */
export const WRITING_LOCK = "hashtextextended('tillbook read models', 0)";

const NAME_TENANTS =
  "select set_config('app.tenants', $1, true), set_config('synchronous_commit', 'off', true)";

export type TenantWrite = Readonly<{
  tenantIds: readonly TenantId[];
  /** The tables are those of a rebuild, which nobody reads yet: they are filled on while the others stand still. */
  isShadow?: boolean | undefined;
}>;

/**
 * Names the tenants to row-level security, and waits while tables are being swapped. The commit does not wait for
 * the disk: should the server die, rows and positions are lost together and come back from the log.
 */
export async function beginTenantWrite(
  client: PoolClient,
  { tenantIds, isShadow }: TenantWrite,
): Promise<void> {
  await client.query({
    name: isShadow === true ? "enter shadow" : "enter",
    text:
      isShadow === true
        ? NAME_TENANTS
        : `${NAME_TENANTS}, pg_advisory_xact_lock_shared(${WRITING_LOCK})`,
    values: [`{${tenantIds.join(",")}}`],
  });
}
