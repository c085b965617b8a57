import type { FastifyInstance } from "fastify";

import type { Pool } from "#kernel/node/postgres/connections.ts";
import { type Clock, withTimeout } from "#kernel/node/time.ts";

import { type Dependency, isReachable } from "./reach.ts";

export type RequestCounts = Readonly<{
  /** Counts since the last call. */
  take: () => Readonly<{ ok: number; failed: number }>;
}>;

const FIRST_FAULT = 500;

/** Counts the answers of this process: a refusal is ok, a server error is failed. */
export function countRequests(app: FastifyInstance): RequestCounts {
  let [ok, failed] = [0, 0];
  app.addHook("onResponse", (_request, reply, done) => {
    if (reply.statusCode < FIRST_FAULT) ok += 1;
    else failed += 1;
    done();
  });
  return {
    take: () => {
      const counts = { ok, failed };
      [ok, failed] = [0, 0];
      return counts;
    },
  };
}

/** The results of one dependency since the last probe. */
export type Outcome = Readonly<{ kind: string; ok: number; failed: number; isUp: boolean }>;

type ProbeResult = Readonly<{ atMs: number; outcomes: readonly Outcome[] }>;

export type ProbeOptions = Readonly<{
  /** As role cmd_writer. */
  pool: Pool;
  clock: Clock;
  dependencies: readonly Dependency[];
  counts: RequestCounts;
  /** True if this process's own API is ready. */
  isReady: () => Promise<boolean>;
}>;

export const SLOT_MS = 5_000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 31 * 24 * HOUR_MS;
const WITHIN_MS = 2_000;
/** Covers an hour without a database. Older results are dropped. */
const MOST_RESULTS = 720;

/**
 * Probes everything that this process needs and stores the results. While the database is away they
 * are kept in memory.
 */
export function createProbe(options: ProbeOptions): () => Promise<void> {
  const unwritten: ProbeResult[] = [];
  return async () => {
    unwritten.push({ atMs: options.clock(), outcomes: await probeAll(options) });
    unwritten.splice(0, unwritten.length - MOST_RESULTS);
    for (;;) {
      const [oldest] = unwritten;
      if (!oldest) return;
      await write(options.pool, oldest);
      unwritten.shift();
    }
  };
}

async function probeAll({ pool, dependencies, counts, isReady }: ProbeOptions): Promise<Outcome[]> {
  const [isUp, isAnswering, reached] = await Promise.all([
    isReady().catch(() => false),
    withTimeout(WITHIN_MS, "Postgres", pool.query("select 1")).then(
      () => true,
      () => false,
    ),
    Promise.all(dependencies.map(isReachable)),
  ]);
  return [
    { kind: "api", ...counts.take(), isUp },
    { kind: "database", ...once(isAnswering) },
    ...dependencies.map(({ name }, i) => ({ kind: `tcp:${name}`, ...once(reached[i] === true) })),
  ];
}

const once = (isUp: boolean) => ({ ok: isUp ? 1 : 0, failed: isUp ? 0 : 1, isUp });

/** A slot counts once as up, however many processes probed in it. */
async function write(pool: Pool, { atMs, outcomes }: ProbeResult): Promise<void> {
  const hourMs = atMs - (atMs % HOUR_MS);
  await pool.query(
    `insert into ops.probes as p
       (hour_ms, kind, ok, failed, up_slots, first_slot, last_slot, is_up, changed_ms)
     select $1, n.kind, n.ok, n.failed, n.is_up::int, $2, $2, n.is_up,
            coalesce((select b.changed_ms from ops.probes b
                       where b.kind = n.kind and b.hour_ms = $1::bigint - ${HOUR_MS} and b.is_up = n.is_up), $3)
       from unnest($4::text[], $5::int[], $6::int[], $7::boolean[]) n(kind, ok, failed, is_up)
     on conflict (hour_ms, kind) do update set
       ok = p.ok + excluded.ok,
       failed = p.failed + excluded.failed,
       up_slots = p.up_slots + (excluded.last_slot > p.last_slot and excluded.is_up)::int,
       last_slot = greatest(p.last_slot, excluded.last_slot),
       changed_ms = case when p.is_up = excluded.is_up then p.changed_ms else excluded.changed_ms end,
       is_up = excluded.is_up`,
    [
      hourMs,
      Math.floor(atMs / SLOT_MS),
      atMs,
      outcomes.map(({ kind }) => kind),
      outcomes.map(({ ok }) => ok),
      outcomes.map(({ failed }) => failed),
      outcomes.map(({ isUp }) => isUp),
    ],
  );
  await pool.query("delete from ops.probes where hour_ms < $1", [hourMs - KEPT_MS]);
}
