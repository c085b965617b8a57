import * as z from "zod/mini";

import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

type MembershipKey = Readonly<{ tenantId: TenantId; userId: UserId }>;

const Roles = z.array(z.object({ user_id: z.string(), role: Role }));

/** The person's role and whether they are the only owner. Locks all owners until the commit. */
export async function lockMembershipRow(
  client: PoolClient,
  { tenantId, userId }: MembershipKey,
): Promise<Readonly<{ role: Role; isLastOwner: boolean }> | undefined> {
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(
    `select user_id, role from auth.memberships
      where tenant_id = $1 and ended_ms is null and (user_id = $2 or role = 'owner')
      order by user_id for update`,
    [tenantId, userId],
  );
  const memberships = Roles.parse(rows);
  const own = memberships.find((row) => row.user_id === userId);
  if (!own) return undefined;
  const owners = memberships.filter(({ role }) => role === "owner");
  return { role: own.role, isLastOwner: own.role === "owner" && owners.length === 1 };
}

/** Only an auditor's membership has an end, so any role change clears it. */
export async function changeRole(
  client: PoolClient,
  { tenantId, userId, role }: MembershipKey & Readonly<{ role: Role }>,
): Promise<void> {
  await client.query(
    `update auth.memberships set role = $3, ends_ms = null
      where tenant_id = $1 and user_id = $2 and ended_ms is null`,
    [tenantId, userId, role],
  );
}

export async function endMembership(
  client: PoolClient,
  { tenantId, userId }: MembershipKey,
  nowMs: number,
): Promise<void> {
  await client.query(
    `update auth.memberships set ended_ms = $3
      where tenant_id = $1 and user_id = $2 and ended_ms is null`,
    [tenantId, userId, nowMs],
  );
}

type NewMembership = MembershipKey &
  Readonly<{ role: Role; endsOn?: string | undefined; timezone: string; nowMs: number }>;

/**
 * Also readmits a former member. An auditor's last day ends at midnight in the tenant's timezone.
 */
export async function joinTenant(
  client: PoolClient,
  { tenantId, userId, role, endsOn, timezone, nowMs }: NewMembership,
): Promise<void> {
  await client.query(
    `insert into auth.memberships (tenant_id, user_id, role, joined_ms, ends_ms)
     values ($1, $2, $3, $4,
             (extract(epoch from ($5::date + 1)::timestamp at time zone $6) * 1000)::bigint)
     on conflict (tenant_id, user_id) do update
        set role = excluded.role, joined_ms = excluded.joined_ms, ends_ms = excluded.ends_ms,
            ended_ms = null`,
    [tenantId, userId, role, nowMs, endsOn, timezone],
  );
}

export async function worksElsewhere(client: PoolClient, userId: UserId): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.memberships where user_id = $1 and ended_ms is null limit 1",
    [userId],
  );
  return rowCount === 1;
}
