import * as z from "zod/mini";

import { type SessionId, TenantId, UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";
import type { Pool, PoolClient } from "#kernel/platform/postgres.ts";
import { type Audience, TOKEN_LIFE_MS } from "#kernel/platform/tokens.ts";

/** Where a session was opened: enough for its owner to recognise it. */
export type Place = Readonly<{ device: string | undefined; ipPrefix: string }>;

export type NewUser = Readonly<{
  userId: UserId;
  kind: Audience;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** Of somebody who registers and is signed in at once. */
  lastLoginMs?: number;
}>;

export type NewSession = Readonly<{
  tenantId: TenantId;
  sid: SessionId;
  userId: UserId;
  aud: Audience;
  place: Place;
  /** Good for setting up the second factor that is required, and for nothing else. */
  onlySetup?: boolean;
}>;

export async function addUser(client: PoolClient, user: NewUser, nowMs: number): Promise<void> {
  await client.query(
    `insert into auth.users
       (user_id, kind, email, password_hash, first_name, last_name, created_ms, last_login_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      user.userId,
      user.kind,
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      nowMs,
      user.lastLoginMs,
    ],
  );
}

const UNIQUE_VIOLATION = "23505";

export const isEmailTaken = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === UNIQUE_VIOLATION &&
  "constraint" in error &&
  error.constraint === "users_email_key";

export async function addMembership(
  client: PoolClient,
  { tenantId, userId, role }: Readonly<{ tenantId: TenantId; userId: UserId; role: Role }>,
  nowMs: number,
): Promise<void> {
  await client.query(
    "insert into auth.memberships (tenant_id, user_id, role, joined_ms) values ($1, $2, $3, $4)",
    [tenantId, userId, role, nowMs],
  );
}

/** Again after a lost connection it is the same session. */
export async function addSession(
  client: PoolClient,
  { tenantId, sid, userId, aud, place, onlySetup = false }: NewSession,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into auth.sessions
       (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms, device, ip_prefix, only_setup)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9) on conflict (tenant_id, sid) do nothing`,
    [
      tenantId,
      sid,
      userId,
      aud,
      nowMs,
      nowMs + TOKEN_LIFE_MS,
      place.device,
      place.ipPrefix,
      onlySetup,
    ],
  );
}

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

/** An account that may still sign in somewhere. */
export type Account = Readonly<{
  userId: UserId;
  kind: Audience;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  lastLoginMs: number;
  /** None for a super admin. */
  membership: Readonly<{ tenantId: TenantId; role: Role }> | undefined;
}>;

/** Before anybody's tenant is known; the only query that looks over all of them. */
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
 * Holds the user and the membership until the commit, so that a changed password, a removal or a suspension
 * comes wholly before this sign-in or ends it. False where one of them came before.
 */
export async function holdAccount(
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
  const held = await client.query(
    `select 1 from auth.memberships
      where tenant_id = $1 and user_id = $2 and role = $3 and ended_ms is null
        and (ends_ms is null or $4 < ends_ms) for share`,
    [membership.tenantId, userId, membership.role, nowMs],
  );
  return held.rowCount === 1;
}

/** Whether the account has signed in from this network before. */
export async function isKnownNetwork(
  client: PoolClient,
  { tenantId, userId }: Readonly<{ tenantId: TenantId; userId: UserId }>,
  ipPrefix: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.sessions where tenant_id = $1 and user_id = $2 and ip_prefix = $3 limit 1",
    [tenantId, userId, ipPrefix],
  );
  return rowCount === 1;
}

export async function hasSuperAdmin(db: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await db.query("select 1 from auth.users where kind = 'platform' limit 1");
  return rowCount === 1;
}
