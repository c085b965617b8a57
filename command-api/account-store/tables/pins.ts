import * as z from "zod/mini";

import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { pinLockMs } from "#kernel/contract/pin-rules.ts";
import { Role } from "#kernel/contract/rights.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";

type PersonKey = Readonly<{ tenantId: TenantId; userId: UserId }>;

/** A current member who has a PIN. */
export type PinHolder = Readonly<{
  role: Role;
  /** Empty if the person has none. */
  email: string;
  firstName: string;
  lastName: string;
  pinHash: string;
}>;

const Row = z.object({
  role: Role,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  pin_hash: z.string(),
});

const HOLDER = `
  select m.role, coalesce(u.email, '') as email, u.first_name, u.last_name, p.pin_hash
    from auth.memberships m
    join auth.users u on u.user_id = m.user_id and u.disabled_ms is null
    join auth.pins p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
   where m.tenant_id = $1 and m.user_id = $2 and m.ended_ms is null
     and (m.ends_ms is null or $3 < m.ends_ms)`;

export async function findPinHolder(
  client: PoolClient,
  { tenantId, userId }: PersonKey,
  nowMs: number,
): Promise<PinHolder | undefined> {
  const values = [tenantId, userId, nowMs];
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(HOLDER, values);
  if (!rows[0]) return undefined;
  const row = Row.parse(rows[0]);
  return {
    role: row.role,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    pinHash: row.pin_hash,
  };
}

/**
 * Locks membership and PIN until the commit. False if the role, the PIN or the membership changed
 * since they were read.
 */
export async function lockPinRows(
  client: PoolClient,
  { tenantId, userId, role, pinHash }: PersonKey & Pick<PinHolder, "role" | "pinHash">,
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `${HOLDER} and m.role = $4 and p.pin_hash = $5 for share of m, p`,
    [tenantId, userId, nowMs, role, pinHash],
  );
  return rowCount === 1;
}

/** Replaces the person's PIN and forgets wrong tries at the one before. */
export async function setPin(
  client: PoolClient,
  person: PersonKey,
  { pinHash, nowMs }: Readonly<{ pinHash: string; nowMs: number }>,
): Promise<void> {
  await client.query(
    `insert into auth.pins (tenant_id, user_id, pin_hash, set_ms) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id) do update
        set pin_hash = excluded.pin_hash, set_ms = excluded.set_ms`,
    [person.tenantId, person.userId, pinHash, nowMs],
  );
  await forgetTries(client, person);
}

export async function removePin(
  client: PoolClient,
  { tenantId, userId }: PersonKey,
): Promise<void> {
  await client.query("delete from auth.pins where tenant_id = $1 and user_id = $2", [
    tenantId,
    userId,
  ]);
}

/** After a right PIN. */
export async function forgetTries(
  client: PoolClient,
  { tenantId, userId }: PersonKey,
): Promise<void> {
  await client.query("delete from auth.pin_tries where tenant_id = $1 and user_id = $2", [
    tenantId,
    userId,
  ]);
}

/** Wrong tries are forgotten this long after the last one. */
const KEPT_MS = 24 * 60 * 60_000;

/** `counted`: the PIN may be compared; if it is wrong, it is locked for this long, 0 for not at all. */
export type PinTry = Readonly<{ counted: true; lockMs: number } | { lockedForMs: number }>;

type TryRow = { wrong: number; tried_ms: number; locked_until_ms: number };

/**
 * Counts a try before the PIN is compared, so that tries at the same time count too. The person may
 * be unknown.
 */
export async function countPinTry(
  client: PoolClient,
  { tenantId, userId }: PersonKey,
  nowMs: number,
): Promise<PinTry> {
  const { rows } = await client.query<TryRow>(
    `insert into auth.pin_tries (tenant_id, user_id, wrong, tried_ms, locked_until_ms)
     values ($1, $2, 0, $3, 0)
     on conflict (tenant_id, user_id) do update set user_id = excluded.user_id
     returning wrong, tried_ms, locked_until_ms`,
    [tenantId, userId, nowMs],
  );
  const { wrong: before, tried_ms, locked_until_ms } = rows[0] ?? NO_TRY;
  if (locked_until_ms > nowMs) return { lockedForMs: locked_until_ms - nowMs };
  if (before === 0) await forgetOldTries(client, tenantId, nowMs);
  const wrong = (nowMs - tried_ms > KEPT_MS ? 0 : before) + 1;
  const lockMs = pinLockMs(wrong);
  // 0 and not `nowMs`: a try that is counted after this one may have an earlier time.
  const lockedUntilMs = lockMs === 0 ? 0 : nowMs + lockMs;
  await client.query(
    `update auth.pin_tries set wrong = $3, tried_ms = $4, locked_until_ms = $5
      where tenant_id = $1 and user_id = $2`,
    [tenantId, userId, wrong, nowMs, lockedUntilMs],
  );
  return { counted: true, lockMs };
}

const NO_TRY: TryRow = { wrong: 0, tried_ms: 0, locked_until_ms: 0 };

/** Ids that belong to no one would otherwise stay. */
async function forgetOldTries(
  client: PoolClient,
  tenantId: TenantId,
  nowMs: number,
): Promise<void> {
  await client.query(
    `delete from auth.pin_tries t
      where t.tenant_id = $1 and t.user_id in (
        select o.user_id from auth.pin_tries o
         where o.tenant_id = $1 and o.tried_ms < $2 for update skip locked)`,
    [tenantId, nowMs - KEPT_MS],
  );
}
