import * as z from "zod/mini";

import { type SessionId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { isRestricted } from "#kernel/contract/restricted-sessions.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { Audience } from "./tokens.ts";

/** A session as the database has it now. */
export type Session = Readonly<{
  userId: UserId;
  role: string;
  aud: Audience;
  tenantStatus: "active" | "pending" | "suspended";
  /** Good for setting up the second factor that is required, and for nothing else. */
  onlySetup: boolean;
}>;

export type Sessions = Readonly<{
  pool: Pool;
  publicKeyPem: string;
  clock: Clock;
  /** Nothing where it was ended, expired or left unused too long, or its user or shop may not go on. */
  find: (tenantId: TenantId, sid: SessionId) => Promise<Session | undefined>;
}>;

/** So long may an ended session go on being believed. */
const CACHE_MS = 1000;
const MOST_REMEMBERED = 10_000;

type CachedSession = Readonly<{ atMs: number; answer: Promise<Session | undefined> }>;

/** Over a pool of any role that may ask `auth.session`. */
export function createSessions({
  pool,
  publicKeyPem,
  clock,
}: Readonly<{ pool: Pool; publicKeyPem: string; clock: Clock }>): Sessions {
  const cache = new Map<string, CachedSession>();

  return {
    pool,
    publicKeyPem,
    clock,
    find(tenantId, sid) {
      const nowMs = clock();
      const key = `${tenantId}/${sid}`;
      const before = cache.get(key);
      // Counted from the question, not from the answer, and a clock set back believes nothing.
      if (before && nowMs >= before.atMs && nowMs - before.atMs < CACHE_MS) return before.answer;

      const answer = lookUp(pool, { tenantId, sid, nowMs });
      const entry = { atMs: nowMs, answer };
      cache.delete(key);
      cache.set(key, entry);
      const forget = () => {
        if (cache.get(key) === entry) cache.delete(key);
      };
      // One that only sets up a second factor may be a whole one at the next request.
      answer.then((session) => session?.onlySetup === true && forget(), forget);
      dropOldest(cache);
      return answer;
    },
  };
}

/** A Map keeps the order of its keys: the first was asked for the longest time ago. */
function dropOldest(cache: Map<string, CachedSession>): void {
  if (cache.size <= MOST_REMEMBERED) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

const STATUS = { 1: "active", 2: "pending", 3: "suspended" } as const;

const Row = z.object({
  user_id: UserId,
  role: z.string(),
  aud: Audience,
  tenant_status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  only_setup: z.boolean(),
});

async function lookUp(
  pool: Pool,
  { tenantId, sid, nowMs }: Readonly<{ tenantId: TenantId; sid: SessionId; nowMs: number }>,
): Promise<Session | undefined> {
  const { rows } = await pool.query<Readonly<{ valid: boolean | null }>>({
    name: "auth.session",
    text: "select * from auth.session($1, $2, $3)",
    values: [tenantId, sid, nowMs],
  });
  const [row] = rows;
  if (row?.valid !== true) return undefined;
  const { user_id: userId, role, aud, ...stored } = Row.parse(row);
  const tenantStatus = STATUS[stored.tenant_status];
  // Support looks into a suspended shop, and its owner fetches what is theirs; nobody works there.
  const isOut = tenantStatus === "suspended" && !isRestricted(role);
  return isOut ? undefined : { userId, role, aud, tenantStatus, onlySetup: stored.only_setup };
}
