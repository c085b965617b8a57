import type { Pool } from "pg";

import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { ask, prepare, type Prepared, readProgress } from "#query-api/ask.query.ts";
import type { NotificationRow } from "#query-api/notification/notifications.query.ts";

export type LiveRow = NotificationRow & { user_id: string; raised_seq: number };

/** Notifications of these people after an event, in order. */
const RAISED: Prepared<LiveRow[]> = prepare({
  name: "live",
  projections: ["notifications"],
  sql: `
    select coalesce(json_agg(n order by n.raised_seq), '[]')
      from (select n.user_id, n.notification_id, n.type, n.title, n.message, n.icon, n.action, n.is_read,
                   n.raised_ms, n.raised_seq
              from rm.rm_notifications n
             where n.tenant_id = $1 and n.user_id = any (string_to_array($2 ->> 'users', ',')::uuid[])
               and n.raised_seq > ($2 ->> 'since')::bigint
             order by n.raised_seq
             limit 500) n`,
});

type RaisedInput = Readonly<{ tenantId: TenantId; users: readonly UserId[]; since: number }>;

/** Also returns the checkpoint up to which the list is complete. */
export async function raisedSince(pool: Pool, { tenantId, users, since }: RaisedInput) {
  const args = { users: users.join(), since };
  const { body, checkpoint } = await ask(pool, RAISED, { tenantId, nowMs: 0, args });
  return { rows: body, checkpoint };
}

/** The checkpoint of the notifications. */
export async function positionOf(pool: Pool, tenantId: TenantId): Promise<number> {
  const args = { users: "", since: 0 };
  return (await readProgress(pool, RAISED, { tenantId, nowMs: 0, args })).checkpoint;
}

/** The sessions that are still valid. */
export async function holdingSessions(
  pool: Pool,
  sessions: readonly Readonly<{ tenantId: string; sid: string }>[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ sid: string }>({
    name: "live sessions",
    text: "select auth.holding_sessions($1, $2, $3) as sid",
    values: [sessions.map(({ tenantId }) => tenantId), sessions.map(({ sid }) => sid), nowMs],
  });
  return new Set(rows.map(({ sid }) => sid));
}
