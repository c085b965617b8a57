import { endTenantSessions } from "#command-api/account-store/tables/sessions.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

/** Blocks all sign-ins and removes personal data from the rows of `auth`. */
export async function closeTenantAccounts(
  client: Queryable,
  tenantId: TenantId,
  nowMs: number,
): Promise<void> {
  await anonymizeUsers(client, tenantId, nowMs);
  await endTenantSessions(client, { tenantId, reason: "account-deleted", nowMs });
  await closeMemberships(client, tenantId, nowMs);
}

/** Frees the emails: a later account with one of them is a new person. */
async function anonymizeUsers(client: Queryable, tenantId: TenantId, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(
    `update auth.users u
        set email = u.user_id || '@deleted.invalid', password_hash = '', first_name = '', last_name = '',
            phone = null, disabled_ms = $2
      where u.user_id in (select m.user_id from auth.memberships m where m.tenant_id = $1)
        and not exists (select from auth.memberships m
                         where m.user_id = u.user_id and m.tenant_id <> $1 and m.ended_ms is null)
      returning u.user_id`,
    [tenantId, nowMs],
  );
  const people = [rows.map((row) => row.user_id)];
  await client.query("delete from auth.totp where user_id = any ($1::uuid[])", people);
  await client.query("delete from auth.recovery_codes where user_id = any ($1::uuid[])", people);
}

async function closeMemberships(
  client: Queryable,
  tenantId: TenantId,
  nowMs: number,
): Promise<void> {
  const at = [tenantId, nowMs];
  await client.query(
    "update auth.memberships set ended_ms = $2 where tenant_id = $1 and ended_ms is null",
    at,
  );
  await client.query(
    "update auth.sessions set device = null, ip_prefix = null where tenant_id = $1",
    [tenantId],
  );
  await client.query(
    "update auth.link_tokens set used_ms = $2 where tenant_id = $1 and used_ms is null",
    at,
  );
  await client.query("delete from es.pictures where tenant_id = $1", [tenantId]);
  await client.query("delete from auth.pins where tenant_id = $1", [tenantId]);
  await client.query("delete from auth.pin_tries where tenant_id = $1", [tenantId]);
  await client.query(
    `update auth.invitations
        set email = user_id || '@deleted.invalid', first_name = null, last_name = null, phone = null,
            ended_ms = coalesce(ended_ms, $2)
      where tenant_id = $1`,
    at,
  );
}
