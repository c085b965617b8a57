import { setTimeout as delay } from "node:timers/promises";

import type { Pool } from "pg";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import type { Arguments, Prepared, Progress, Question } from "#query-api/ask.query.ts";

/** A question over all shops; as with one shop, what it answers is said where it stands. */
export const preparePlatform = (question: Question): Prepared<never> => ({
  whole: { name: question.name, text: toStatement(question) },
  progress: {
    name: `${question.name}-progress`,
    text: toStatement({ ...question, sql: "select null::json" }),
  },
});

export type PlatformAsked = Readonly<{ nowMs: number; args: Arguments }>;

export type PlatformAnswer<Body> = Progress & Readonly<{ body: Body }>;

type Row<Body> = { head: number; checkpoint: number; blocked: string | null; body: Body };

/**
 * As of a shop, head, checkpoint and answer in one snapshot: those of the platform's own log, so that a super
 * admin reads what he wrote. Sums over shops are as old as each shop's read models.
 */
export const askPlatform = <Body>(
  pool: Pool,
  { whole }: Prepared<Body>,
  asked: PlatformAsked,
): Promise<PlatformAnswer<Body>> => run<Body>(pool, whole, asked);

/** How far the read models of a question are, without its rows. */
export const readPlatformProgress = (
  pool: Pool,
  { progress }: Prepared<unknown>,
  asked: PlatformAsked,
): Promise<Progress> => run<null>(pool, progress, asked);

async function run<Body>(
  pool: Pool,
  statement: Readonly<{ name: string; text: string }>,
  { nowMs, args }: PlatformAsked,
): Promise<PlatformAnswer<Body>> {
  const { rows } = await pool.query<Row<Body>>({
    ...statement,
    values: [PLATFORM_TENANT_ID, JSON.stringify({ ...args, nowMs })],
  });
  const [row] = rows;
  if (!row) throw new Error("rm.freshness gave no row");
  const { head, checkpoint, blocked, body } = row;
  return { head, checkpoint, isBlocked: blocked !== null, body };
}

const toStatement = ({ projections, sql }: Question): string => `
  select f.head, f.checkpoint, f.blocked, case when f.head is not null then (${sql}) end as body
    from rm.freshness($1::uuid, array[${projections.map((name) => `'${name}'`).join()}]::text[]) f,
         (select $2::json) arguments`;

const DAY_MS = 86_400_000;

/** SQL: so many days before now, in ms. */
export const daysAgo = (days: number): string =>
  `(($2 ->> 'nowMs')::bigint - ${days}::bigint * ${DAY_MS})`;

/** SQL: the day it is, and the first of its month, by the platform's clock (UTC, as in Accra). */
export const TODAY = "(to_timestamp(($2 ->> 'nowMs')::bigint / 1000.0) at time zone 'UTC')::date";
export const THIS_MONTH = `date_trunc('month', ${TODAY}::timestamp)`;

/** SQL: rows of `currency`, as they are shown: cedis first. */
export const GHS_FIRST = (alias: string): string => `${alias}.currency <> 'GHS', ${alias}.currency`;

/** SQL: the part of a list that is asked for; without a limit all of it. */
export const PART = "limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint";

const POLL_MS = 20;
const PATIENCE_MS = 300;

const NOW = {
  name: "platform-now",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
};
const BEHIND = {
  name: "platform-shops-behind",
  text: "select exists (select from rm.behind() b where b.since_ms <= $1) as is_behind",
};

/**
 * What a super admin does to a shop stands in the shop's own log too, and the platform's lists are made of that: they
 * wait for all shops to show what was in their logs at this moment (I14). Not for long: sums may be a second old.
 */
export async function waitUntilTenantsProjected(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ now_ms: number }>(NOW);
  const atMs = rows[0]?.now_ms ?? 0;
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const behind = await pool.query<{ is_behind: boolean }>({ ...BEHIND, values: [atMs] });
    if (behind.rows[0]?.is_behind !== true) return;
    await delay(POLL_MS);
  }
}
