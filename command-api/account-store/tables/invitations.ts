import * as z from "zod/mini";

import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { Role } from "#kernel/contract/rights.ts";
import { newId } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

/** A person without an email, as the owner named them. */
export type NamedPerson = Readonly<{ firstName: string; lastName: string; phone: string | null }>;

export type Invitee =
  | Readonly<{ email: string; named?: undefined }>
  | Readonly<{ email: null; named: NamedPerson }>;

export type Invitation = Invitee &
  Readonly<{
    tenantId: TenantId;
    userId: UserId;
    role: Role;
    /** An auditor's last day. */
    endsOn?: string | undefined;
  }>;

const Known = z.object({
  user_id: UserId,
  kind: z.string(),
  is_working: z.boolean(),
});

/**
 * Returns the user an email invites: a new one, or a former member who keeps their id. An email
 * belongs to one person, who works for one tenant at a time.
 */
export async function findInvitee(
  client: PoolClient,
  email: string,
  nowMs: number,
): Promise<UserId | Rejection<"email-taken">> {
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(
    `select u.user_id, u.kind,
            exists (select from auth.memberships m
                     where m.user_id = u.user_id and m.ended_ms is null) as is_working
       from auth.users u where u.email = $1`,
    [email],
  );
  if (!rows[0]) return UserId.parse(newId(nowMs));
  const { user_id: userId, kind, is_working: isWorking } = Known.parse(rows[0]);
  return kind === "platform" || isWorking ? reject("email-taken") : userId;
}

/** Reopens the invitation of a person who was invited, revoked or removed before. */
export async function addInvitation(
  client: PoolClient,
  { tenantId, userId, email, named, role, endsOn }: Invitation,
  nowMs: number,
): Promise<void> {
  const names = [named?.firstName, named?.lastName, named?.phone];
  await client.query(
    `insert into auth.invitations
       (tenant_id, user_id, email, role, ends_on, invited_ms, sent_ms, first_name, last_name, phone)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)
     on conflict (tenant_id, user_id) do update
        set email = excluded.email, role = excluded.role, ends_on = excluded.ends_on,
            invited_ms = excluded.invited_ms, sent_ms = excluded.sent_ms, ended_ms = null`,
    [tenantId, userId, email, role, endsOn, nowMs, ...names],
  );
}

const Row = z.object({
  email: z.nullable(z.string()),
  role: Role,
  ends_on: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});

type InvitationKey = Readonly<{ tenantId: TenantId; userId: UserId }>;

/** The open invitation of a person, locked until the commit. */
export async function lockInvitationRow(
  client: PoolClient,
  { tenantId, userId }: InvitationKey,
): Promise<Invitation | undefined> {
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(
    `select email, role, to_char(ends_on, 'YYYY-MM-DD') as ends_on, first_name, last_name, phone
       from auth.invitations
      where tenant_id = $1 and user_id = $2 and ended_ms is null for update`,
    [tenantId, userId],
  );
  if (!rows[0]) return undefined;
  const row = Row.parse(rows[0]);
  const invited = { tenantId, userId, role: row.role, endsOn: row.ends_on ?? undefined };
  if (row.email !== null) return { ...invited, email: row.email };
  const { first_name: firstName, last_name: lastName, phone } = row;
  return {
    ...invited,
    email: null,
    named: { firstName: firstName ?? "", lastName: lastName ?? "", phone },
  };
}

/** Whether the person was invited without an email, also if they have joined since. */
export async function hasNoEmail(
  client: PoolClient,
  { tenantId, userId }: InvitationKey,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.invitations where tenant_id = $1 and user_id = $2 and email is null",
    [tenantId, userId],
  );
  return rowCount === 1;
}

export async function isInvited(
  client: PoolClient,
  { tenantId, email }: Readonly<{ tenantId: TenantId; email: string }>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.invitations where tenant_id = $1 and email = $2 and ended_ms is null",
    [tenantId, email],
  );
  return rowCount === 1;
}

/** Changes nothing if the invitation is no longer open. */
export async function changeInvitation(
  client: PoolClient,
  { tenantId, userId, email, role }: InvitationKey & Pick<Invitation, "email" | "role">,
  sentMs?: number,
): Promise<void> {
  await client.query(
    `update auth.invitations set email = $3, role = $4, sent_ms = coalesce($5, sent_ms)
      where tenant_id = $1 and user_id = $2 and ended_ms is null`,
    [tenantId, userId, email, role, sentMs],
  );
}

/** The invitation was accepted or revoked. */
export async function endInvitation(
  client: PoolClient,
  { tenantId, userId }: InvitationKey,
  nowMs: number,
): Promise<void> {
  await client.query(
    `update auth.invitations set ended_ms = $3
      where tenant_id = $1 and user_id = $2 and ended_ms is null`,
    [tenantId, userId, nowMs],
  );
}
