import type { SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
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

type OfUser = Ending & Readonly<{ userId: UserId }>;

/** False where it is not theirs, or had ended before. */
export async function endSessionOfUser(
  client: PoolClient,
  { tenantId, userId, sid, reason, nowMs }: OfUser & Readonly<{ sid: SessionId }>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.sessions set ended_ms = $4, ended_reason = $5
      where tenant_id = $1 and user_id = $2 and sid = $3 and ended_ms is null`,
    [tenantId, userId, sid, nowMs, reason],
  );
  return rowCount === 1;
}

/** After the person's row in auth.users is held: a sign-in that held it before is seen here. */
export async function endSessionsOfUser(
  client: PoolClient,
  { tenantId, userId, except, reason, nowMs }: OfUser & Readonly<{ except?: SessionId }>,
): Promise<void> {
  await client.query(
    `update auth.sessions set ended_ms = $4, ended_reason = $5
      where tenant_id = $1 and user_id = $2 and sid is distinct from $3 and ended_ms is null`,
    [tenantId, userId, except, nowMs, reason],
  );
}

/** The second factor that this session had to set up is there. */
export async function openFully(
  client: PoolClient,
  { tenantId, sid }: Readonly<{ tenantId: TenantId; sid: SessionId }>,
): Promise<void> {
  await client.query(
    "update auth.sessions set only_setup = false where tenant_id = $1 and sid = $2",
    [tenantId, sid],
  );
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
