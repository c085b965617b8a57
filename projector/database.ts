import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

/**
 * Planner settings of the projector's connections. It finds all rows by key, but a generic plan
 * made on the empty tables of a new installation would scan whole tables for the life of the
 * connection.
 */
export const PLANNER_SETTINGS = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
} as const;

/**
 * Every transaction that writes read models holds this lock shared; a rebuild takes it alone to
 * swap tables.
 */
export const WRITING_LOCK = "hashtextextended('tillbook read models', 0)";

const NAME_TENANTS =
  "select set_config('app.tenants', $1, true), set_config('synchronous_commit', 'off', true)";

export type TenantWrite = Readonly<{
  tenantIds: readonly TenantId[];
  /**
   * True for the tables of a rebuild, which nothing reads yet: they are filled while other writers
   * are paused.
   */
  isShadow?: boolean | undefined;
}>;

/**
 * Names the tenants to row-level security, and waits while a rebuild swaps tables. The commit does
 * not wait for the disk: if the server crashes, rows and checkpoints are lost together and are
 * rebuilt from the log.
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
