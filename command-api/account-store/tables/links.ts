import * as z from "zod/mini";

import { hashOfLinkToken, type MailLinkKind } from "#command-api/mail-link.ts";
import { type CommandId, TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a link works. */
const LIFE_MS: Readonly<Record<MailLinkKind, number>> = {
  "password-reset": 60 * MINUTE_MS,
  invitation: 7 * DAY_MS,
};

export type NewLink = Readonly<{
  kind: MailLinkKind;
  tenantId: TenantId;
  userId: UserId;
  /** The command whose event requests the email. The token is derived from it. */
  commandId: CommandId;
  token: string;
}>;

/** Idempotent: after a lost connection it inserts the same link. */
export async function addLink(client: PoolClient, link: NewLink, nowMs: number): Promise<void> {
  const { kind, tenantId, userId, commandId, token } = link;
  await client.query(
    `insert into auth.link_tokens (tenant_id, kind, token_hash, user_id, command_id, created_ms, expires_ms)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, kind, token_hash) do nothing`,
    [tenantId, kind, hashOfLinkToken(token), userId, commandId, nowMs, nowMs + LIFE_MS[kind]],
  );
}

/** The tenant whose log holds the link, whether or not it still works. */
export async function findTenantOfLink(
  db: Pool,
  { kind, token }: Readonly<{ kind: MailLinkKind; token: string }>,
): Promise<TenantId | undefined> {
  const { rows } = await db.query<Readonly<{ tenant: unknown }>>(
    "select auth.tenant_of_link($1, $2) as tenant",
    [kind, hashOfLinkToken(token)],
  );
  return z.nullable(TenantId).parse(rows[0]?.tenant) ?? undefined;
}

export type LinkInTenant = Readonly<{ kind: MailLinkKind; tenantId: TenantId; token: string }>;

/** The user of a link that still works. Does not use the link up. */
export async function findLink(
  client: PoolClient,
  { kind, tenantId, token }: LinkInTenant,
  nowMs: number,
): Promise<UserId | undefined> {
  const { rows } = await client.query<Readonly<{ user_id: unknown }>>(
    `select user_id from auth.link_tokens
      where tenant_id = $1 and kind = $2 and token_hash = $3 and used_ms is null and expires_ms > $4`,
    [tenantId, kind, hashOfLinkToken(token), nowMs],
  );
  return z.optional(UserId).parse(rows[0]?.user_id);
}

/** Uses the link up. Undefined if it was used, revoked or has expired. */
export async function consumeLink(
  client: PoolClient,
  { kind, tenantId, token }: LinkInTenant,
  nowMs: number,
): Promise<UserId | undefined> {
  const { rows } = await client.query<Readonly<{ user_id: unknown }>>(
    `update auth.link_tokens set used_ms = $4
      where tenant_id = $1 and kind = $2 and token_hash = $3 and used_ms is null and expires_ms > $4
      returning user_id`,
    [tenantId, kind, hashOfLinkToken(token), nowMs],
  );
  return z.optional(UserId).parse(rows[0]?.user_id);
}

type LinksOfUser = Readonly<{ kind: MailLinkKind; tenantId: TenantId; userId: UserId }>;

/** Revokes every unused link of this kind that the person was sent. */
export async function revokeLinks(
  client: PoolClient,
  { kind, tenantId, userId }: LinksOfUser,
  nowMs: number,
): Promise<void> {
  await client.query(
    `update auth.link_tokens set used_ms = $4
      where tenant_id = $1 and user_id = $2 and kind = $3 and used_ms is null`,
    [tenantId, userId, kind, nowMs],
  );
}

/** The number of links of this kind sent to the person since then. */
export async function countLinks(
  client: PoolClient,
  { kind, tenantId, userId }: LinksOfUser,
  sinceMs: number,
): Promise<number> {
  const { rows } = await client.query<Readonly<{ links: number }>>(
    `select count(*)::int as links from auth.link_tokens
      where tenant_id = $1 and user_id = $2 and kind = $3 and created_ms > $4`,
    [tenantId, userId, kind, sinceMs],
  );
  return rows[0]?.links ?? 0;
}
