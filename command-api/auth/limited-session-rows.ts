import * as z from "zod/mini";

import { SessionId, TenantId, type UserId } from "#kernel/contract/ids.ts";
import type { Pool, PoolClient } from "#kernel/platform/postgres.ts";

import type { Place } from "./account-rows.ts";

/** A session for one purpose: see kernel/platform/limited-sessions.ts. */
export type LimitedSession = Readonly<{
  tenantId: TenantId;
  sid: SessionId;
  userId: UserId;
  purpose: "support" | "export";
  /** The platform session that opens a support session, which ends with it. */
  parentSid?: SessionId;
  place: Place;
  untilMs: number;
}>;

/** Again after a lost connection it is the same session. */
export async function addLimitedSession(
  client: PoolClient,
  session: LimitedSession,
  nowMs: number,
): Promise<void> {
  const { tenantId, sid, userId, purpose, parentSid, place, untilMs } = session;
  await client.query(
    `insert into auth.sessions
       (tenant_id, sid, user_id, aud, purpose, parent_sid, created_ms, last_used_ms, expires_ms, device,
        ip_prefix)
     values ($1, $2, $3, 'tenant', $4, $5, $6, $6, $7, $8, $9) on conflict (tenant_id, sid) do nothing`,
    [tenantId, sid, userId, purpose, parentSid, nowMs, untilMs, place.device, place.ipPrefix],
  );
}

const Rows = z.array(z.object({ tenant_id: TenantId, sid: SessionId }));

/** Which shops a super admin looks into right now. */
export async function openSupportSessions(
  pool: Pool,
  userId: UserId,
  nowMs: number,
): Promise<readonly Readonly<{ tenantId: TenantId; sid: SessionId }>[]> {
  const { rows } = await pool.query<Readonly<Record<string, unknown>>>(
    "select tenant_id, sid from auth.open_support_sessions($1, $2)",
    [userId, nowMs],
  );
  return Rows.parse(rows).map(({ tenant_id: tenantId, sid }) => ({ tenantId, sid }));
}
