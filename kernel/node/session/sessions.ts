import * as z from "zod/mini";

import { type SessionId, type TenantId, UserId } from "#kernel/contract/ids.ts";
import { isRestricted } from "#kernel/contract/restricted-sessions.ts";
import { createMicroBatcher } from "#kernel/node/micro-batcher.ts";
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
  /** Opened by a PIN at a till: reaches only what a till needs, whatever the role. */
  isTill: boolean;
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
  /** May belong to any role that may call `auth.sessions_with_purpose`. */
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
  const lookUp = createMicroBatcher<SessionKey, Session | undefined>({
    tenantOf: ({ tenantId }) => tenantId,
    run: (keys) => lookUpAll(pool, keys, clock()),
    inFlight: 2,
  });
  return {
    pool,
    publicKeyPem,
    clock,
    find(tenantId, sid) {
      const ask = () => lookUp({ tenantId, sid });
      return alwaysAsks ? ask() : cache(nameOf({ tenantId, sid }), clock(), ask);
    },
  };
}

type SessionKey = Readonly<{ tenantId: TenantId; sid: SessionId }>;
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
  purpose: z.string(),
});

type Found = Readonly<{ place: number; valid: boolean | null; due: boolean }>;

/** The sessions of these keys, in their order. */
async function lookUpAll(
  pool: Pool,
  keys: readonly SessionKey[],
  nowMs: number,
): Promise<(Session | undefined)[]> {
  // In the order of their ids, as a recorded use locks its row.
  const sorted = [...new Map(keys.map((key) => [nameOf(key), key])).values()].toSorted((a, b) =>
    a.sid < b.sid ? -1 : 1,
  );
  const { rows } = await pool.query<Found>({
    name: "auth.sessions_with_purpose",
    text: "select * from auth.sessions_with_purpose($1, $2, $3)",
    values: valuesOf(sorted, nowMs),
  });
  const keyAt = ({ place }: Found): SessionKey[] => sorted.slice(place - 1, place);
  const due = rows.filter((row) => row.due).flatMap(keyAt);
  if (due.length > 0) {
    await pool.query("select auth.touch_sessions($1, $2, $3)", valuesOf(due, nowMs));
  }
  const found = new Map(
    rows.flatMap((row) => keyAt(row).map((key) => [nameOf(key), toSession(row)])),
  );
  return keys.map((key) => found.get(nameOf(key)));
}

const nameOf = ({ tenantId, sid }: SessionKey): string => `${tenantId}/${sid}`;

const valuesOf = (keys: readonly SessionKey[], nowMs: number): unknown[] => [
  keys.map(({ tenantId }) => tenantId),
  keys.map(({ sid }) => sid),
  nowMs,
];

function toSession(row: Found): Session | undefined {
  if (row.valid !== true) return undefined;
  const { user_id: userId, role, aud, ...stored } = Row.parse(row);
  const tenantStatus = STATUS[stored.tenant_status];
  // In a suspended tenant only restricted sessions work: support, and the owner's export.
  const isOut = tenantStatus === "suspended" && !isRestricted(role);
  if (isOut) return undefined;
  const isTill = stored.purpose === "till";
  return { userId, role, aud, tenantStatus, onlySetup: stored.only_setup, isTill };
}
