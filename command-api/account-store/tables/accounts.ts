import * as z from "zod/mini";

import { TenantId, UserId, PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";
import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Audience } from "#kernel/node/session/tokens.ts";

const Row = z.object({
  user_id: UserId,
  kind: z.enum(["tenant", "platform"]),
  email: z.string(),
  password_hash: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  last_login_ms: z.nullable(z.number()),
  tenant_id: z.nullable(TenantId),
  role: z.nullable(Role),
});

/** An account that is not disabled. */
export type Account = Readonly<{
  userId: UserId;
  kind: Audience;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  lastLoginMs: number;
  /** Undefined for a super admin. */
  membership: Readonly<{ tenantId: TenantId; role: Role }> | undefined;
}>;

/** The only query across all tenants: at sign-in the tenant is not known yet. */
export async function findAccount(
  db: Pool | PoolClient,
  email: string,
): Promise<Account | undefined> {
  const { rows } = await db.query<Readonly<Record<string, unknown>>>(
    `select u.user_id, u.kind, u.email, u.password_hash, u.first_name, u.last_name, u.last_login_ms,
            m.tenant_id, m.role
       from auth.users u
       left join lateral (
         select m.tenant_id, m.role from auth.memberships m
          where m.user_id = u.user_id and m.ended_ms is null
          order by m.joined_ms limit 1) m on true
      where u.email = $1 and u.disabled_ms is null`,
    [email],
  );
  return rows[0] && toAccount(Row.parse(rows[0]));
}

const toAccount = (row: z.infer<typeof Row>): Account => ({
  userId: row.user_id,
  kind: row.kind,
  email: row.email,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  lastLoginMs: row.last_login_ms ?? 0,
  membership: row.tenant_id && row.role ? { tenantId: row.tenant_id, role: row.role } : undefined,
});

/**
 * Locks the user and the membership until the commit, so that a password change, a removal or a
 * suspension either happens entirely before this sign-in or ends its session. False if one of them
 * came first.
 */
export async function lockAccountRows(
  client: PoolClient,
  { userId, passwordHash, membership }: Account,
  nowMs: number,
): Promise<boolean> {
  const user = await client.query(
    `update auth.users set last_login_ms = greatest(last_login_ms, $3)
      where user_id = $1 and password_hash = $2 and disabled_ms is null`,
    [userId, passwordHash, nowMs],
  );
  if (user.rowCount !== 1 || !membership) return user.rowCount === 1;
  const memberships = await client.query(
    `select 1 from auth.memberships
      where tenant_id = $1 and user_id = $2 and role = $3 and ended_ms is null
        and (ends_ms is null or $4 < ends_ms) for share`,
    [membership.tenantId, userId, membership.role, nowMs],
  );
  return memberships.rowCount === 1;
}

/** An account that belongs to the portal it signs in at. */
export type Candidate = Readonly<{
  account: Account;
  tenantId: TenantId;
  aud: Audience;
  role: string;
}>;

export function candidateOf(account: Account | undefined, portal: Audience): Candidate | undefined {
  if (account?.kind !== portal) return undefined;
  if (portal === "platform") {
    return { account, tenantId: PLATFORM_TENANT_ID, aud: portal, role: "super_admin" };
  }
  return account.membership && { account, ...account.membership, aud: portal };
}
