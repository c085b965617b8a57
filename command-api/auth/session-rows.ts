import type { SessionId, TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

type Ending = Readonly<{ tenantId: TenantId; reason: string; nowMs: number }>;

/** False where it had ended before. */
export async function endSession(
  client: PoolClient,
  { tenantId, sid, reason, nowMs }: Ending & Readonly<{ sid: SessionId }>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.sessions set ended_ms = $3, ended_reason = $4
      where tenant_id = $1 and sid = $2 and ended_ms is null`,
    [tenantId, sid, nowMs, reason],
  );
  return rowCount === 1;
}

/**
 * Ends every session of the tenant. The memberships are held first: a sign-in that holds one commits before
 * and its session is seen here, or comes after and meets the tenant's new status.
 */
export async function endSessionsOfTenant(
  client: PoolClient,
  { tenantId, reason, nowMs }: Ending,
): Promise<void> {
  await client.query(
    "select 1 from auth.memberships where tenant_id = $1 order by user_id for update",
    [tenantId],
  );
  await client.query(
    `update auth.sessions set ended_ms = $2, ended_reason = $3
      where tenant_id = $1 and ended_ms is null`,
    [tenantId, nowMs, reason],
  );
}
