import * as z from "zod/mini";

import { UserId } from "#kernel/contract/ids.ts";
import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Audience } from "#kernel/node/session/tokens.ts";

import type { NamedPerson } from "./invitations.ts";

const Row = z.object({
  user_id: UserId,
  email: z.string(),
  password_hash: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
});

/** A user who signs in with a password, and whose account is not disabled. */
export type User = Readonly<{
  userId: UserId;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}>;

const SELECT = `select user_id, email, password_hash, first_name, last_name, phone
  from auth.users where user_id = $1 and email is not null and disabled_ms is null`;

export const findUser = (db: Pool | PoolClient, userId: UserId): Promise<User | undefined> =>
  select(db, SELECT, userId);

/** Until the commit, blocks sign-ins of this user and changes to their credentials. */
export const lockUserRow = (client: PoolClient, userId: UserId): Promise<User | undefined> =>
  select(client, `${SELECT} for update`, userId);

async function select(
  db: Pool | PoolClient,
  sql: string,
  userId: UserId,
): Promise<User | undefined> {
  const { rows } = await db.query<Readonly<Record<string, unknown>>>(sql, [userId]);
  if (!rows[0]) return undefined;
  const row = Row.parse(rows[0]);
  return {
    userId: row.user_id,
    email: row.email,
    passwordHash: row.password_hash,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
  };
}

export type NewUser = Omit<User, "phone"> &
  Readonly<{
    kind: Audience;
    /** Set for a user who is signed in right away. */
    lastLoginMs?: number;
  }>;

/**
 * Inserts a user, or reactivates a former member under their old id (the emailed link proves who
 * they are). Idempotent after a lost connection.
 */
export async function upsertUser(client: PoolClient, user: NewUser, nowMs: number): Promise<void> {
  const { userId, kind, email, passwordHash, firstName, lastName, lastLoginMs } = user;
  await client.query(
    `insert into auth.users
       (user_id, kind, email, password_hash, first_name, last_name, created_ms, last_login_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id) do update
        set email = excluded.email, password_hash = excluded.password_hash,
            first_name = excluded.first_name, last_name = excluded.last_name, disabled_ms = null`,
    [userId, kind, email, passwordHash, firstName, lastName, nowMs, lastLoginMs],
  );
}

type TillUser = Readonly<{ userId: UserId } & NamedPerson>;

/** Inserts a person who has no email and no password. Idempotent after a lost connection. */
export async function addTillUser(
  client: PoolClient,
  { userId, firstName, lastName, phone }: TillUser,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into auth.users (user_id, kind, first_name, last_name, phone, created_ms)
     values ($1, 'tenant', $2, $3, $4, $5) on conflict (user_id) do nothing`,
    [userId, firstName, lastName, phone, nowMs],
  );
}

/** The first name of a person without an email. Undefined: the person has one, or is unknown. */
export async function findTillUser(
  client: PoolClient,
  userId: UserId,
): Promise<Readonly<{ firstName: string }> | undefined> {
  const { rows } = await client.query<{ first_name: string }>(
    "select first_name from auth.users where user_id = $1 and email is null and disabled_ms is null",
    [userId],
  );
  return rows[0] && { firstName: rows[0].first_name };
}

const UNIQUE_VIOLATION = "23505";

export const isEmailTaken = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  error.code === UNIQUE_VIOLATION &&
  "constraint" in error &&
  error.constraint === "users_email_key";

/** The fields that users edit themselves. */
export async function updateProfile(
  client: PoolClient,
  { userId, email, firstName, lastName, phone }: Omit<User, "passwordHash">,
): Promise<void> {
  await client.query(
    `update auth.users set email = $2, first_name = $3, last_name = $4, phone = $5
      where user_id = $1`,
    [userId, email, firstName, lastName, phone],
  );
}

/** False if `from` is no longer the current hash. Idempotent after a lost connection. */
export async function setPassword(
  client: PoolClient,
  { userId, from, to }: Readonly<{ userId: UserId; from?: string; to: string }>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.users set password_hash = $3
      where user_id = $1 and ($2::text is null or password_hash in ($2, $3)) and disabled_ms is null`,
    [userId, from, to],
  );
  return rowCount === 1;
}

/** True for any account with this email, disabled or not. */
export async function isEmailInUse(client: PoolClient, email: string): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from auth.users where email = $1", [email]);
  return rowCount === 1;
}

export async function hasSuperAdmin(db: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await db.query("select 1 from auth.users where kind = 'platform' limit 1");
  return rowCount === 1;
}
