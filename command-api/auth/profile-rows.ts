import * as z from "zod/mini";

import { UserId } from "#kernel/contract/ids.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";

const Row = z.object({
  user_id: UserId,
  email: z.string(),
  password_hash: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
});

export type ProfileRow = Readonly<{
  userId: UserId;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
}>;

/** Held until the commit, of somebody who has a session. */
export async function holdProfile(client: PoolClient, userId: UserId): Promise<ProfileRow> {
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(
    `select user_id, email, password_hash, first_name, last_name, phone
       from auth.users where user_id = $1 for update`,
    [userId],
  );
  if (!rows[0]) throw new InvariantError("whoever has a session is a user");
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

export async function putProfile(
  client: PoolClient,
  { userId, email, firstName, lastName, phone }: Omit<ProfileRow, "passwordHash">,
): Promise<void> {
  await client.query(
    `update auth.users set email = $2, first_name = $3, last_name = $4, phone = $5
      where user_id = $1`,
    [userId, email, firstName, lastName, phone],
  );
}
