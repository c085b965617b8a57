import { setTimeout as delay } from "node:timers/promises";

import type { Pool } from "pg";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import type { Arguments, Prepared, Progress, Question } from "#query-api/ask.query.ts";

/**
 * Prepares a question over all tenants. Annotate the constant with its answer, as with `prepare`.
 */
export const preparePlatform = (question: Question): Prepared<never> => ({
  whole: { name: question.name, text: toStatement(question) },
  progress: {
    name: `${question.name}-progress`,
    text: toStatement({ ...question, sql: "select null::json" }),
  },
});

export type PlatformAskInput = Readonly<{ nowMs: number; args: Arguments }>;

export type PlatformAnswer<Body> = Progress & Readonly<{ body: Body }>;

type Row<Body> = { head: number; checkpoint: number; blocked: string | null; body: Body };

/**
 * Reads head, checkpoint and answer in one snapshot. Head and checkpoint are those of the
 * platform's own log, so that a super admin sees their own changes. Sums over tenants are as old as
 * each tenant's read models.
 */
export const askPlatform = <Body>(
  pool: Pool,
  { whole }: Prepared<Body>,
  asked: PlatformAskInput,
): Promise<PlatformAnswer<Body>> => run<Body>(pool, whole, asked);

/** How far the read models of a question are, without reading its rows. */
export const readPlatformProgress = (
  pool: Pool,
  { progress }: Prepared<unknown>,
  asked: PlatformAskInput,
): Promise<Progress> => run<null>(pool, progress, asked);

async function run<Body>(
  pool: Pool,
  statement: Readonly<{ name: string; text: string }>,
  { nowMs, args }: PlatformAskInput,
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

/** SQL: this many days ago, in ms. */
export const daysAgo = (days: number): string =>
  `(($2 ->> 'nowMs')::bigint - ${days}::bigint * ${DAY_MS})`;

/** SQL: today and the first of the month, in UTC, which is also the time in Accra. */
export const TODAY = "(to_timestamp(($2 ->> 'nowMs')::bigint / 1000.0) at time zone 'UTC')::date";
export const THIS_MONTH = `date_trunc('month', ${TODAY}::timestamp)`;

/** SQL: sorts rows by `currency`, cedis first. */
export const GHS_FIRST = (alias: string): string => `${alias}.currency <> 'GHS', ${alias}.currency`;

/** SQL: the requested page of a list, or all of it without a limit. */
export const PART = "limit ($2 ->> 'limit')::bigint offset ($2 ->> 'offset')::bigint";

const POLL_MS = 20;
const PATIENCE_MS = 300;

const NOW = {
  name: "platform-now",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
};
const BEHIND = {
  name: "platform-tenants-behind",
  text: "select exists (select from rm.behind() b where b.since_ms <= $1) as is_behind",
};

/**
 * A super admin's change of a tenant is also in the tenant's log, and the platform's lists are made
 * of that. So they wait, briefly, until all tenants show what was in their logs at this moment;
 * sums may be a second old.
 */
export async function waitUntilTenantsProjected(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ now_ms: number }>(NOW);
  const atMs = rows[0]?.now_ms ?? 0;
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const lagging = await pool.query<{ is_behind: boolean }>({ ...BEHIND, values: [atMs] });
    if (lagging.rows[0]?.is_behind !== true) return;
    await delay(POLL_MS);
  }
}
