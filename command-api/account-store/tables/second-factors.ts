import * as z from "zod/mini";

import type { UserId } from "#kernel/contract/ids.ts";
import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";

const MINUTE_MS = 60_000;

/** Wrong codes in a row before the second factor locks, and for how long. */
export const MAX_ATTEMPTS = 5;
export const LOCK_MS = 15 * MINUTE_MS;
/** An unconfirmed seed expires after this. */
const PENDING_MS = 15 * MINUTE_MS;

export type TotpAttempt = Readonly<{ seed: Buffer; lastStep: number; tries: number }>;

const Counts = z.object({ last_step: z.int(), tries: z.int(), seed: z.instanceof(Buffer) });

/**
 * Codes are refused until this time; 0 or a past time means not locked. Undefined without a second
 * factor.
 */
export async function findTotpLock(
  db: Pool | PoolClient,
  userId: UserId,
): Promise<number | undefined> {
  const { rows } = await db.query<Readonly<{ locked_until_ms: unknown }>>(
    "select locked_until_ms from auth.totp where user_id = $1 and confirmed_ms is not null",
    [userId],
  );
  return rows[0] && z.int().parse(rows[0].locked_until_ms);
}

/**
 * Counts an attempt before checking it, so that concurrent guesses count too. Undefined while the
 * factor is locked.
 */
export async function countTotpAttempt(
  db: Pool,
  userId: UserId,
  nowMs: number,
): Promise<TotpAttempt | undefined> {
  const { rows } = await db.query<Readonly<Record<string, unknown>>>(
    `update auth.totp set
       tries = case when locked_until_ms > 0 then 1 else tries + 1 end,
       locked_until_ms = case when locked_until_ms = 0 and tries + 1 >= $3 then $2::bigint + $4 else 0 end
      where user_id = $1 and confirmed_ms is not null and locked_until_ms <= $2
      returning seed, last_step, tries`,
    [userId, nowMs, MAX_ATTEMPTS, LOCK_MS],
  );
  if (!rows[0]) return undefined;
  const { seed, last_step: lastStep, tries } = Counts.parse(rows[0]);
  return { seed, lastStep, tries };
}

/** False if another sign-in has used the code. */
export async function consumeTotpStep(
  client: PoolClient,
  { userId, step, seed }: Readonly<{ userId: UserId; step: number; seed: Buffer }>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.totp set last_step = $2, tries = 0, locked_until_ms = 0
      where user_id = $1 and last_step < $2 and seed = $3 and confirmed_ms is not null`,
    [userId, step, seed],
  );
  return rowCount === 1;
}

/**
 * Stores a seed shown to the person. The previous one keeps working until this one is confirmed.
 */
export async function setPendingSeed(
  client: PoolClient,
  { userId, seed }: Readonly<{ userId: UserId; seed: Buffer }>,
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into auth.totp (user_id, pending, pending_ms) values ($1, $2, $3)
     on conflict (user_id) do update set pending = excluded.pending, pending_ms = excluded.pending_ms`,
    [userId, seed, nowMs],
  );
}

export async function findPendingSeed(
  client: PoolClient,
  userId: UserId,
  nowMs: number,
): Promise<Buffer | undefined> {
  const { rows } = await client.query<Readonly<{ pending: unknown }>>(
    "select pending from auth.totp where user_id = $1 and pending_ms > $2 for update",
    [userId, nowMs - PENDING_MS],
  );
  return z.optional(z.instanceof(Buffer)).parse(rows[0]?.pending);
}

/** Replaces the previous seed, and accepts only codes after the confirming one. */
export async function confirmPendingSeed(
  client: PoolClient,
  { userId, step }: Readonly<{ userId: UserId; step: number }>,
  nowMs: number,
): Promise<void> {
  await client.query(
    `update auth.totp set seed = pending, confirmed_ms = $3, pending = null, pending_ms = null,
            last_step = $2, tries = 0, locked_until_ms = 0
      where user_id = $1`,
    [userId, step, nowMs],
  );
}

/** Also deletes the recovery codes. False if there was no second factor. */
export async function removeTotp(client: PoolClient, userId: UserId): Promise<boolean> {
  const { rowCount } = await client.query(
    "delete from auth.totp where user_id = $1 and confirmed_ms is not null",
    [userId],
  );
  await client.query("delete from auth.recovery_codes where user_id = $1", [userId]);
  return rowCount === 1;
}

/** Replaces all earlier codes. */
export async function setRecoveryCodes(
  client: PoolClient,
  userId: UserId,
  hashes: readonly string[],
): Promise<void> {
  await client.query(
    `insert into auth.recovery_codes (user_id, ix, code_hash)
     select $1, ix - 1, code_hash from unnest($2::text[]) with ordinality h (code_hash, ix)
     on conflict (user_id, ix) do update set code_hash = excluded.code_hash, used_ms = null`,
    [userId, hashes],
  );
}

export async function findRecoveryHash(
  db: Pool,
  { userId, ix }: Readonly<{ userId: UserId; ix: number }>,
): Promise<string | undefined> {
  const { rows } = await db.query<Readonly<{ code_hash: string }>>(
    "select code_hash from auth.recovery_codes where user_id = $1 and ix = $2 and used_ms is null",
    [userId, ix],
  );
  return rows[0]?.code_hash;
}

/** False if the code was used or replaced in the meantime. */
export async function consumeRecoveryCode(
  client: PoolClient,
  { userId, hash }: Readonly<{ userId: UserId; hash: string }>,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update auth.recovery_codes set used_ms = $3
      where user_id = $1 and code_hash = $2 and used_ms is null`,
    [userId, hash, nowMs],
  );
  if (rowCount !== 1) return false;
  await client.query("update auth.totp set tries = 0, locked_until_ms = 0 where user_id = $1", [
    userId,
  ]);
  return true;
}
