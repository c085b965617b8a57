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

type SessionsOptions = Readonly<{
  /** May belong to any role that may call `auth.session`. */
  pool: Pool;
  publicKeyPem: string;
  clock: Clock;
  /**
   * For a service that writes: asks the database for each request, so that a right that was removed
   * is gone at the next write. Otherwise an ended session is accepted for up to a second.
   */
  alwaysAsks?: boolean;
}>;

export function createSessions(options: SessionsOptions): Sessions {
  const { pool, publicKeyPem, clock, alwaysAsks = false } = options;
  const cache = createCache();
  const share = createSharing();
  return {
    pool,
    publicKeyPem,
    clock,
    find(tenantId, sid) {
      const key = `${tenantId}/${sid}`;
      const ask = () => lookUp(pool, { tenantId, sid, nowMs: clock() });
      return alwaysAsks ? share(key, ask) : cache(key, clock(), ask);
    },
  };
}

type Answer = Promise<Session | undefined>;

function createCache() {
  const cache = new Map<string, Readonly<{ atMs: number; answer: Answer }>>();

  return (key: string, nowMs: number, ask: () => Answer): Answer => {
    const before = cache.get(key);
    // Counted from the query, not from its answer. With a clock set back, the cache is not used.
    if (before && nowMs >= before.atMs && nowMs - before.atMs < CACHE_MS) return before.answer;

    const answer = ask();
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
  };
}

/**
 * At most one question for each key at a time, so that a flood of one session cannot take all
 * connections. Requests that come while it is under way share the next one, which sees what was
 * committed before they came.
 */
function createSharing() {
  const running = new Map<string, Answer>();
  const next = new Map<string, Answer>();

  const start = (key: string, ask: () => Answer): Answer => {
    const answer = ask();
    running.set(key, answer);
    const end = () => {
      if (running.get(key) === answer) running.delete(key);
    };
    answer.then(end, end);
    return answer;
  };

  return (key: string, ask: () => Answer): Answer => {
    const before = running.get(key);
    if (!before) return start(key, ask);
    const begin = () => {
      next.delete(key);
      return start(key, ask);
    };
    const shared = next.get(key) ?? before.then(begin, begin);
    next.set(key, shared);
    return shared;
  };
}

/** A Map keeps insertion order: the first key is the oldest. */
function dropOldest(cache: Map<string, unknown>): void {
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
