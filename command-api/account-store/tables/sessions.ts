import * as z from "zod/mini";

import { SessionId, TenantId, type UserId } from "#kernel/contract/ids.ts";
import type { Queryable, Pool, PoolClient } from "#kernel/node/postgres/connections.ts";
import { type Audience, TOKEN_LIFE_MS } from "#kernel/node/session/tokens.ts";

/** Details by which owners recognise their session. */
export type Place = Readonly<{ device: string | undefined; ipPrefix: string }>;

export type NewSession = Readonly<{
  tenantId: TenantId;
  sid: SessionId;
  userId: UserId;
  aud: Audience;
  place: Place;
  /** A session for one purpose: see kernel/contract/restricted-sessions.ts. */
  purpose?: "support" | "export" | "till";
  /** Of a session that a PIN opened: the till. */
  till?: number;
  /** The super admin's session. A support session ends with it. */
  parentSid?: SessionId;
  untilMs?: number;
  /** Allows nothing but setting up the required second factor. */
  onlySetup?: boolean;
}>;

/** Idempotent: after a lost connection it inserts the same session. */
export async function addSession(
  client: PoolClient,
  session: NewSession,
  nowMs: number,
): Promise<void> {
  const { tenantId, sid, userId, aud, place, purpose = "work", parentSid, till } = session;
  const { untilMs = nowMs + TOKEN_LIFE_MS, onlySetup = false } = session;
  const keys = [tenantId, sid, userId, aud, purpose, parentSid];
  await client.query(
    `insert into auth.sessions
       (tenant_id, sid, user_id, aud, purpose, parent_sid, created_ms, last_used_ms, expires_ms,
        only_setup, device, ip_prefix, till)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, sid) do nothing`,
    [...keys, nowMs, untilMs, onlySetup, place.device, place.ipPrefix, till],
  );
}

type EndSessionsInput = Readonly<{ tenantId: TenantId; reason: string; nowMs: number }>;

const END = `update auth.sessions set ended_ms = $2, ended_reason = $3
  where tenant_id = $1 and ended_ms is null`;

/** False if it had already ended. */
export async function endSession(
  client: PoolClient,
  { tenantId, sid, reason, nowMs }: EndSessionsInput & Readonly<{ sid: SessionId }>,
): Promise<boolean> {
  const { rowCount } = await client.query(`${END} and sid = $4`, [tenantId, nowMs, reason, sid]);
  return rowCount === 1;
}

type EndUserSessionsInput = EndSessionsInput & Readonly<{ userId: UserId }>;

/** False if the session is another user's or had already ended. */
export async function endUserSession(
  client: PoolClient,
  { tenantId, userId, sid, reason, nowMs }: EndUserSessionsInput & Readonly<{ sid: SessionId }>,
): Promise<boolean> {
  const { rowCount } = await client.query(`${END} and user_id = $4 and sid = $5`, [
    tenantId,
    nowMs,
    reason,
    userId,
    sid,
  ]);
  return rowCount === 1;
}

/**
 * Lock the row in auth.users first: then sessions of a sign-in that held the lock earlier are
 * visible here.
 */
export async function endUserSessions(
  client: PoolClient,
  {
    tenantId,
    userId,
    except,
    reason,
    nowMs,
  }: EndUserSessionsInput & Readonly<{ except?: SessionId }>,
): Promise<void> {
  await client.query(`${END} and user_id = $4 and sid is distinct from $5`, [
    tenantId,
    nowMs,
    reason,
    userId,
    except,
  ]);
}

/** Ends the sessions that PINs opened: at one till, or of one person at all tills. */
export async function endTillSessions(
  client: PoolClient,
  {
    tenantId,
    till,
    userId,
    reason,
    nowMs,
  }: EndSessionsInput &
    Readonly<{ till: number; userId?: never } | { till?: never; userId: UserId }>,
): Promise<void> {
  await client.query(`${END} and purpose = 'till' and (till = $4 or user_id = $5)`, [
    tenantId,
    nowMs,
    reason,
    till,
    userId,
  ]);
}

/**
 * Ends every session of the tenant. Locks the memberships first: a concurrent sign-in either
 * commits before, and its session is visible here, or comes after and sees the tenant's new status.
 */
export async function endTenantSessions(
  client: Queryable,
  { tenantId, reason, nowMs }: EndSessionsInput,
): Promise<void> {
  await client.query(
    "select 1 from auth.memberships where tenant_id = $1 order by user_id for update",
    [tenantId],
  );
  await client.query(END, [tenantId, nowMs, reason]);
}

/** Called once the required second factor is set up. */
export async function liftSetupRestriction(
  client: PoolClient,
  { tenantId, sid }: Readonly<{ tenantId: TenantId; sid: SessionId }>,
): Promise<void> {
  await client.query(
    "update auth.sessions set only_setup = false where tenant_id = $1 and sid = $2",
    [tenantId, sid],
  );
}

/** True if the account has signed in from this network before. */
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

const Open = z.array(z.object({ tenant_id: TenantId, sid: SessionId }));

/** The tenants that a super admin is viewing now. */
export async function openSupportSessions(
  pool: Pool,
  userId: UserId,
  nowMs: number,
): Promise<readonly Readonly<{ tenantId: TenantId; sid: SessionId }>[]> {
  const { rows } = await pool.query<Readonly<Record<string, unknown>>>(
    "select tenant_id, sid from auth.open_support_sessions($1, $2)",
    [userId, nowMs],
  );
  return Open.parse(rows).map(({ tenant_id: tenantId, sid }) => ({ tenantId, sid }));
}
