import type { Pool } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";
import { openItemId } from "#kernel/node/ids.ts";
import { createSharedReads, type ShareRead } from "#kernel/node/share-reads.ts";
import { createTurnsOfTenants, type TurnsOfTenants } from "#kernel/node/turns.ts";

/** The question that a GET asks of the read models. */
export type Question = Readonly<{
  /** The name of the prepared statement. */
  name: string;
  /** Each has a table `rm.rm_<name>`. The answer is as fresh as the slowest of them. */
  projections: readonly string[];
  /** One JSON value. $1 is the tenant, $2 the arguments as JSON with `nowMs` and `openItem` among them. */
  sql: string;
  /**
   * The SQL gives one row instead: the JSON value `answer`, and `items`, which is JSON text that goes
   * to the client as it is. It must have the condition IS_NAMED.
   */
  hasItems?: boolean;
  isPast?: boolean;
}>;

/** SQL: the tenant is named to row-level security, so its rows may be read. */
export const IS_NAMED = "f.head is not null";

type Statement = Readonly<{ name: string; text: string }>;

declare const answered: unique symbol;

/** `whole` answers the question; `progress` only says how far its read models are. */
type Statements = Readonly<Record<"whole" | "progress", Statement>>;

/** A question as prepared statements. The type parameter is the type of its answer. */
export type Prepared<Body> = Statements &
  Readonly<{ past?: Statements; [answered]?: Body /* Only a type, never set. */ }>;

export type Arguments = Readonly<Record<string, string | number | boolean | null>>;

/** How far the read models are, and the head of the log, in one snapshot. */
export type Progress = Readonly<{
  head: number;
  checkpoint: number;
  /** Parked on an event that cannot be applied, or emptied for a rebuild: waiting would not help. */
  isBlocked: boolean;
}>;

export type Answer<Body> = Progress &
  Readonly<{ versions: string; localDate: string; body: Body; items: string }>;

export type AskInput = Readonly<{
  tenantId: TenantId;
  nowMs: number;
  args: Arguments;
  /** Answers as of this event; `nowMs` is then its time. */
  seq?: number | undefined;
}>;

type Row<Body> = {
  head: number;
  checkpoint: number;
  blocked: string | null;
  body: { versions: number[]; localDate: string; answer: Body };
  items: string | null;
};

/** Annotate the constant with its answer: `const SALE: Prepared<SaleRow> = prepare(...)`. */
export const prepare = (
  question: Question,
  { past = false }: Readonly<{ past?: boolean }> = {},
): Prepared<never> => ({
  ...toStatements(question),
  ...(past && { past: toStatements(inThePast(question)) }),
});

const toStatements = (question: Question): Statements => ({
  whole: { name: question.name, text: toStatement(question) },
  progress: {
    name: `${question.name}-progress`,
    text: toStatement({ ...question, sql: "select null::json", hasItems: false }),
  },
});

/** The read models from which every past table is computed. */
const JOURNALS = ["sales", "stock_movements", "takings", "changes"];

/** The same text over the functions that return each table as of event $3: see projector/past/functions.ts. */
const inThePast = ({ name, projections, sql, ...more }: Question): Question => ({
  ...more,
  isPast: true,
  name: `${name}-past`,
  projections: [...new Set([...projections, ...JOURNALS])],
  sql: sql.replace(/\brm\.rm_(\w+)/g, (_, table) => `rm.${table}_at($1::uuid, $3::bigint)`),
});

/** The one SQL call of a GET: tenant, head, checkpoint and answer in one snapshot. */
export const ask = <Body>(
  pool: Pool,
  prepared: Prepared<Body>,
  input: AskInput,
): Promise<Answer<Body>> =>
  input.seq === undefined
    ? run<Body>(pool, prepared.whole, input)
    : run<Body>(pool, pastOf(prepared).whole, input, [input.seq]);

const MINUTE_MS = 60_000;

const shared = new WeakMap<Pool, ShareRead<Answer<null>>>();

/**
 * How far the read models of a question are, without reading its rows. After an event all devices of
 * a shop ask at once, so those that ask together share the answer.
 */
export function readProgress(
  pool: Pool,
  prepared: Prepared<unknown>,
  input: AskInput,
): Promise<Answer<null>> {
  const share = shared.get(pool) ?? createSharedReads<Answer<null>>();
  shared.set(pool, share);
  const { tenantId, nowMs, seq } = input;
  const { progress } = seq === undefined ? prepared : pastOf(prepared);
  // Within a minute the local date is the same in every time zone.
  const key = [tenantId, progress.name, seq, Math.floor(nowMs / MINUTE_MS)].join();
  return share(key, () => run<null>(pool, progress, input));
}

function pastOf({ whole, past }: Prepared<unknown>): Statements {
  invariant(past !== undefined, `${whole.name} was prepared without its past`);
  return past;
}

const turns = new WeakMap<Pool, TurnsOfTenants>();

/** A busy tenant has at most half of the connections of a pool. */
function turnsOf(pool: Pool): TurnsOfTenants {
  const known =
    turns.get(pool) ?? createTurnsOfTenants({ atOnce: Math.ceil(pool.options.max / 2) });
  turns.set(pool, known);
  return known;
}

async function run<Body>(
  pool: Pool,
  statement: Statement,
  { tenantId, nowMs, args }: AskInput,
  more: readonly number[] = [],
): Promise<Answer<Body>> {
  const end = await turnsOf(pool).take(tenantId);
  const { rows } = await pool
    .query<Row<Body>>({
      ...statement,
      values: [
        tenantId,
        JSON.stringify({ ...args, nowMs, openItem: openItemId(tenantId) }),
        ...more,
      ],
    })
    .finally(end);
  const [row] = rows;
  if (!row) throw new Error("rm.freshness gave no row");
  const { head, checkpoint, blocked, body, items } = row;
  return {
    head,
    checkpoint,
    isBlocked: blocked !== null,
    versions: body.versions.join(),
    localDate: body.localDate,
    body: body.answer,
    items: items ?? "",
  };
}

/**
 * `rm.freshness` sets the tenant for row-level security. The `case` makes Postgres read the answer only after that
 * function returned. Statements are prepared because planning takes half of the dashboard's time. A rebuild replaces
 * the table, so the table's oid is the version of the projection.
 */
const toStatement = ({ projections, sql, hasItems = false, isPast = false }: Question): string => `
  select f.head, f.checkpoint, f.blocked, case when ${IS_NAMED} then json_build_object(
    'versions', json_build_array(${projections.map((name) => `'rm.rm_${name}'::regclass::oid::bigint`).join()}),
    'localDate', (
      select to_char(${localTime("max(s.timezone)")}, 'YYYY-MM-DD')
        from rm.rm_shops s
       where s.tenant_id = $1),
    'answer', ${hasItems ? "a.answer" : `(${sql})`}) end as body, ${hasItems ? "a.items" : "null"} as items
  from (select $2::json) arguments,
       ${hasItems && !isPast ? `(select * from ${freshnessOf(projections)} limit 1)` : freshnessOf(projections)} f
       ${hasItems ? `cross join lateral (${sql}) a` : ""}`;

/**
 * The planner expects a thousand rows of a function. For a joined list it then finds a plan for the
 * given arguments so much better than the general one that it plans each call, for as long as the
 * list itself takes. `limit 1` tells it that there is one row.
 */
const freshnessOf = (projections: readonly string[]): string =>
  `rm.freshness($1::uuid, array[${projections.map((name) => `'${name}'`).join()}])`;

/** SQL: the tenant's local time. A tenant that is not projected yet has the default time zone. */
export const localTime = (timezone: string): string =>
  `(to_timestamp(($2 ->> 'nowMs')::bigint / 1000.0) at time zone coalesce(${timezone}, 'Africa/Accra'))`;

/** True if the database is reachable, and migrated far enough for the statements above. */
export async function isReady(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_ready: boolean }>(
    "select to_regprocedure('rm.freshness(uuid,text[])') is not null as is_ready",
  );
  return rows[0]?.is_ready ?? false;
}
