import type { Pool } from "pg";

import type { TenantId } from "#kernel/contract/ids.ts";

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

/** A question, and the same one without its rows, as prepared statements; its type knows what it answers. */
export type Prepared<Body> = Readonly<
  Record<"whole" | "look", Statement> & { [answered]?: Body /* Never there. */ }
>;

export type Arguments = Readonly<Record<string, string | number | boolean | null>>;

/** How far the read models are behind the log, in one snapshot. */
export type Progress = Readonly<{
  head: number;
  checkpoint: number;
  /** Parked on an event that cannot be applied, or emptied for a rebuild: waiting would not help. */
  isBlocked: boolean;
}>;

export type Answer<Body> = Progress & Readonly<{ versions: string; localDate: string; body: Body }>;

export type Asked = Readonly<{ tenantId: TenantId; nowMs: number; args: Arguments }>;

type Row<Body> = {
  head: number;
  checkpoint: number;
  blocked: string | null;
  body: { versions: number[]; localDate: string; answer: Body };
};

/** What it answers is said where it stands: `const SALE: Prepared<SaleRow> = prepare(...)`. */
export const prepare = (question: Question): Prepared<never> => ({
  whole: { name: question.name, text: toStatement(question) },
  look: {
    name: `${question.name}-look`,
    text: toStatement({ ...question, sql: "select null::json" }),
  },
});

/** The one SQL call of a GET: tenant, head, checkpoint and answer in one snapshot. */
export const ask = <Body>(
  pool: Pool,
  { whole }: Prepared<Body>,
  asked: Asked,
): Promise<Answer<Body>> => run<Body>(pool, whole, asked);

/** How far the read models of a question are, without its rows. */
export const look = (
  pool: Pool,
  { look: bare }: Prepared<unknown>,
  asked: Asked,
): Promise<Answer<null>> => run<null>(pool, bare, asked);

async function run<Body>(
  pool: Pool,
  statement: Statement,
  { tenantId, nowMs, args }: Asked,
): Promise<Answer<Body>> {
  const { rows } = await pool.query<Row<Body>>({
    ...statement,
    values: [tenantId, JSON.stringify({ ...args, nowMs })],
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
