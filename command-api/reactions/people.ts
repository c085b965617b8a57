import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Role } from "#kernel/contract/rights.ts";
import { inTransaction, type Pool } from "#kernel/node/postgres/connections.ts";

export type Person = Readonly<{ userId: UserId; email: string }>;

export type People = Readonly<{
  ownerOf: (tenantId: TenantId) => Promise<Person | undefined>;
  /**
   * A user of the tenant or of the platform, or an invited person who has no account yet. Undefined
   * for people without an email.
   */
  find: (tenantId: TenantId, userId: UserId) => Promise<Person | undefined>;
  /** Their names, also of people who left. */
  namesOf: (tenantId: TenantId, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The current members with one of these roles. */
  withRole: (tenantId: TenantId, roles: readonly Role[]) => Promise<readonly UserId[]>;
}>;

type Row = { user_id: UserId };
type Addressed = Row & { email: string | null };

/** Over a pool of role account_writer. */
export function createPeople(pool: Pool): People {
  const ask = <Found extends Row>(
    tenantId: TenantId,
    sql: string,
    values: readonly unknown[],
  ): Promise<Found[]> =>
    inTransaction(pool, async (client) => {
      await client.query("select set_config('app.tenant', $1, true)", [tenantId]);
      return (await client.query<Found>(sql, [...values])).rows;
    });
  const first = ([row]: Addressed[]): Person | undefined =>
    row && row.email !== null ? { userId: UserId.parse(row.user_id), email: row.email } : undefined;

  return {
    ownerOf: async (tenantId) => first(await ask(tenantId, OWNER, [tenantId])),
    find: async (tenantId, userId) => first(await ask(tenantId, PERSON, [tenantId, userId])),
    namesOf: async (tenantId, userIds) => {
      const rows = await ask<Row & { name: string }>(tenantId, NAMES, [tenantId, userIds]);
      return new Map(rows.map((row) => [row.user_id, row.name]));
    },
    withRole: async (tenantId, roles) => {
      const rows = await ask(tenantId, WITH_ROLE, [tenantId, roles]);
      return rows.map((row) => UserId.parse(row.user_id));
    },
  };
}

const NAMES = `
  select u.user_id, trim(concat_ws(' ', u.first_name, u.last_name)) as name
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id
   where m.tenant_id = $1 and m.user_id = any ($2)`;

const WITH_ROLE = `
  select u.user_id
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id and u.disabled_ms is null
   where m.tenant_id = $1 and m.role = any ($2) and m.ended_ms is null
   order by m.joined_ms, m.user_id`;

const OWNER = `
  select u.user_id, u.email
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id and u.disabled_ms is null
   where m.tenant_id = $1 and m.role = 'owner' and m.ended_ms is null
   order by m.joined_ms, m.user_id limit 1`;

const PERSON = `
  select i.user_id, i.email from auth.invitations i
   where i.tenant_id = $1 and i.user_id = $2 and i.ended_ms is null
  union all
  select u.user_id, u.email from auth.users u where u.user_id = $2 and u.disabled_ms is null
  limit 1`;
