import * as z from "zod/mini";

import { type SessionId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { isRestricted } from "#kernel/contract/restricted-sessions.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { Audience } from "./tokens.ts";

/** A session as stored. */
export type Session = Readonly<{
  userId: UserId;
  role: string;
  aud: Audience;
  tenantStatus: "active" | "pending" | "suspended";
  /** May only set up the required second factor. */
  onlySetup: boolean;
}>;

export type Sessions = Readonly<{
  pool: Pool;
  publicKeyPem: string;
  clock: Clock;
  /**
   * Undefined if the session has ended, expired or been idle too long, or if its user or tenant is
   * blocked.
   */
  find: (tenantId: TenantId, sid: SessionId) => Promise<Session | undefined>;
}>;

/** How long an ended session may still be accepted. */
const CACHE_MS = 1000;
const MOST_REMEMBERED = 10_000;

type CachedSession = Readonly<{ atMs: number; answer: Promise<Session | undefined> }>;

/** `pool` may belong to any role that may call `auth.session`. */
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
      // Counted from the query, not from its answer. With a clock set back, the cache is not used.
      if (before && nowMs >= before.atMs && nowMs - before.atMs < CACHE_MS) return before.answer;

      const answer = lookUp(pool, { tenantId, sid, nowMs });
      const entry = { atMs: nowMs, answer };
      cache.delete(key);
      cache.set(key, entry);
      const forget = () => {
        if (cache.get(key) === entry) cache.delete(key);
      };
      // Not cached: it may be a full session by the next request.
      answer.then((session) => session?.onlySetup === true && forget(), forget);
      dropOldest(cache);
      return answer;
    },
  };
}

/** A Map keeps insertion order: the first key is the oldest. */
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
  // In a suspended tenant only restricted sessions work: support, and the owner's export.
  const isOut = tenantStatus === "suspended" && !isRestricted(role);
  return isOut ? undefined : { userId, role, aud, tenantStatus, onlySetup: stored.only_setup };
}
