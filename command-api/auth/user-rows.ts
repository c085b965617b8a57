import * as z from "zod/mini";

import { UserId } from "#kernel/contract/ids.ts";
import type { Pool, PoolClient } from "#kernel/platform/postgres.ts";

/** What somebody who has a session may be asked to prove. */
export type User = Readonly<{ userId: UserId; email: string; passwordHash: string }>;

const UserRow = z.object({ user_id: UserId, email: z.string(), password_hash: z.string() });

export async function findUser(db: Pool | PoolClient, userId: UserId): Promise<User | undefined> {
  const { rows } = await db.query<Readonly<Record<string, unknown>>>(
    `select user_id, email, password_hash from auth.users
      where user_id = $1 and disabled_ms is null`,
    [userId],
  );
  if (!rows[0]) return undefined;
  const row = UserRow.parse(rows[0]);
  return { userId: row.user_id, email: row.email, passwordHash: row.password_hash };
}

/** Until the commit nobody signs in as this person, and nobody else changes how they do. */
export async function holdUser(client: PoolClient, userId: UserId): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.users where user_id = $1 and disabled_ms is null for update",
    [userId],
  );
  return rowCount === 1;
}

/** False where `from` is not the hash any more. Again after a lost connection it is done. */
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

type Person = Readonly<{
  userId: UserId;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
}>;

/** Somebody new in a shop. Who worked in one before keeps their id; the mailed link proves that it is them. */
export async function putUser(
  client: PoolClient,
  { userId, email, passwordHash, firstName, lastName }: Person,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into auth.users (user_id, kind, email, password_hash, first_name, last_name, created_ms)
     values ($1, 'tenant', $2, $3, $4, $5, $6)
     on conflict (user_id) do update
        set email = excluded.email, password_hash = excluded.password_hash,
            first_name = excluded.first_name, last_name = excluded.last_name, disabled_ms = null`,
    [userId, email, passwordHash, firstName, lastName, nowMs],
  );
}

export async function worksElsewhere(client: PoolClient, userId: UserId): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from auth.memberships where user_id = $1 and ended_ms is null limit 1",
    [userId],
  );
  return rowCount === 1;
}
