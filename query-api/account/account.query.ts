import * as z from "zod/mini";

import type { AccountView, SessionItem } from "#kernel/contract/api/account.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

// People and sessions are ordinary tables, not read models. These functions only return the account
// that the requesting session belongs to.

const Account = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  role: z.string(),
  created_ms: z.number(),
  last_login_ms: z.nullable(z.number()),
  has_totp: z.boolean(),
  has_pin: z.boolean(),
  recovery_codes: z.number(),
  is_totp_required: z.boolean(),
  only_setup: z.boolean(),
});

/**
 * Undefined if the session just ended. `needsTotp` requires a second factor whatever the tenant's
 * policy is.
 */
export async function findOwnAccount(
  pool: Pool,
  { tenantId, sid }: Pick<Actor, "tenantId" | "sid">,
  needsTotp: boolean,
): Promise<AccountView | undefined> {
  const { rows } = await pool.query<Readonly<Record<string, unknown>>>(
    "select * from auth.own_account($1, $2)",
    [tenantId, sid],
  );
  return rows[0] && toAccountView(Account.parse(rows[0]), needsTotp);
}

const toTime = (ms: number): string => new Date(ms).toISOString();

const toAccountView = (row: z.infer<typeof Account>, needsTotp: boolean): AccountView => ({
  id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  role: row.role,
  created_at: toTime(row.created_ms),
  last_login_at: row.last_login_ms === null ? null : toTime(row.last_login_ms),
  has_pin: row.has_pin,
  two_factor: {
    is_on: row.has_totp,
    is_required: needsTotp || row.is_totp_required || row.only_setup,
    recovery_codes_left: row.recovery_codes,
    must_set_up: row.only_setup,
  },
});

const SessionRow = z.object({
  sid: z.string(),
  device: z.nullable(z.string()),
  ip_prefix: z.nullable(z.string()),
  created_ms: z.number(),
  last_used_ms: z.number(),
});

/** The most recently used session first. */
export async function listOwnSessions(
  pool: Pool,
  { tenantId, sid }: Pick<Actor, "tenantId" | "sid">,
  nowMs: number,
): Promise<SessionItem[]> {
  const { rows } = await pool.query<Readonly<Record<string, unknown>>>(
    "select * from auth.own_sessions($1, $2, $3)",
    [tenantId, sid, nowMs],
  );
  return rows.map((stored) => {
    const row = SessionRow.parse(stored);
    return {
      id: row.sid,
      device: row.device,
      place: row.ip_prefix,
      created_at: toTime(row.created_ms),
      last_used_at: toTime(row.last_used_ms),
      is_current: row.sid === sid,
    };
  });
}
