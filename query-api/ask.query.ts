import type { Pool } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";
import { invariant } from "#kernel/contract/rejection.ts";

/** What a GET asks of the read models. */
export type Question = Readonly<{
  /** Of the prepared statement. */
  name: string;
  /** Of each there is a table `rm.rm_<name>`; the answer is as fresh as the slowest of them. */
  projections: readonly string[];
  /** One json value: $1 is the tenant, $2 the arguments as json, among them `nowMs`. */
  sql: string;
}>;

type Statement = Readonly<{ name: string; text: string }>;

declare const answered: unique symbol;

type Statements = Readonly<Record<"whole" | "look", Statement>>;

/**
 * A question, and the same one without its rows, as prepared statements; its type knows what it answers. Of a shop's
 * it is also there for moments of the past.
 */
export type Prepared<Body> = Statements &
  Readonly<{ past?: Statements; [answered]?: Body /* Never there. */ }>;

export type Arguments = Readonly<Record<string, string | number | boolean | null>>;

/** How far the read models are behind the log, in one snapshot. */
export type Progress = Readonly<{
  head: number;
  checkpoint: number;
  /** Parked on an event that cannot be applied, or emptied for a rebuild: waiting would not help. */
  isBlocked: boolean;
}>;

export type Answer<Body> = Progress & Readonly<{ versions: string; localDate: string; body: Body }>;

export type Asked = Readonly<{
  tenantId: TenantId;
  nowMs: number;
  args: Arguments;
  /** The last event that the answer knows of; it says what was so when `nowMs` was. */
  seq?: number | undefined;
}>;

type Row<Body> = {
  head: number;
  checkpoint: number;
  blocked: string | null;
  body: { versions: number[]; localDate: string; answer: Body };
};

/** What it answers is said where it stands: `const SALE: Prepared<SaleRow> = prepare(...)`. */
export const prepare = (question: Question): Prepared<never> => ({
  ...toStatements(question),
  past: toStatements(inThePast(question)),
});

const toStatements = (question: Question): Statements => ({
  whole: { name: question.name, text: toStatement(question) },
  look: {
    name: `${question.name}-look`,
    text: toStatement({ ...question, sql: "select null::json" }),
  },
});

/** The journals that tables of the past are made of. */
const JOURNALS = ["sales", "stock_movements", "takings", "changes"];

/** The same text over the tables as they stood behind event $3. */
const inThePast = ({ name, projections, sql }: Question): Question => ({
  name: `${name}-past`,
  projections: [...new Set([...projections, ...JOURNALS])],
  sql: sql.replace(/\brm\.rm_(\w+)/g, (_, table) => `rm.${table}_at($1::uuid, $3::bigint)`),
});

/** The one SQL call of a GET: tenant, head, checkpoint and answer in one snapshot. */
export const ask = <Body>(
  pool: Pool,
  prepared: Prepared<Body>,
  asked: Asked,
): Promise<Answer<Body>> =>
  asked.seq === undefined
    ? run<Body>(pool, prepared.whole, asked)
    : run<Body>(pool, pastOf(prepared).whole, asked, [asked.seq]);

/** How far the read models of a question are, without its rows. */
export const look = (
  pool: Pool,
  prepared: Prepared<unknown>,
  asked: Asked,
): Promise<Answer<null>> =>
  run<null>(pool, (asked.seq === undefined ? prepared : pastOf(prepared)).look, asked);

function pastOf({ whole, past }: Prepared<unknown>): Statements {
  invariant(past !== undefined, `${whole.name} is not asked of the past`);
  return past;
}

async function run<Body>(
  pool: Pool,
  statement: Statement,
  { tenantId, nowMs, args }: Asked,
  more: readonly number[] = [],
): Promise<Answer<Body>> {
  const { rows } = await pool.query<Row<Body>>({
    ...statement,
    values: [tenantId, JSON.stringify({ ...args, nowMs }), ...more],
  });
  const [row] = rows;
  if (!row) throw new Error("rm.freshness gave no row");
  const { head, checkpoint, blocked, body } = row;
  return {
    head,
    checkpoint,
    isBlocked: blocked !== null,
    versions: body.versions.join(),
    localDate: body.localDate,
    body: body.answer,
  };
}

/**
 * `rm.freshness` names the tenant to the policies, then the answer is read: it is asked for only when the
 * function has given its row. A prepared statement is planned once: the dashboard takes half the time.
 * A rebuild puts another table in the place of the old one: its oid is the version of the projection.
 */
const toStatement = ({ projections, sql }: Question): string => `
  select f.head, f.checkpoint, f.blocked, case when f.head is not null then json_build_object(
    'versions', json_build_array(${projections.map((name) => `'rm.rm_${name}'::regclass::oid::bigint`).join()}),
    'localDate', (
      select to_char(${localTime("max(s.timezone)")}, 'YYYY-MM-DD')
        from rm.rm_shops s
       where s.tenant_id = $1),
    'answer', (${sql})) end as body
  from rm.freshness($1::uuid, array[${projections.map((name) => `'${name}'`).join()}]) f,
       (select $2::json) arguments`;

/** The wall clock of a shop; a shop that is not projected yet has the time zone of new shops. */
export const localTime = (timezone: string): string =>
  `(to_timestamp(($2 ->> 'nowMs')::bigint / 1000.0) at time zone coalesce(${timezone}, 'Africa/Accra'))`;
