import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Projection } from "#projector/projections/projection.ts";
import type { ColumnType, Table } from "#projector/projections/table.ts";

/**
 * The schema that a connection has for itself alone: what is made there nobody else sees, it is gone with the
 * connection, and who may only read may make it.
 */
const OWN_SCHEMA = "pg_temp";

export const besideOf = (projection: Projection): Projection => ({
  ...projection,
  table: { ...projection.table, schema: OWN_SCHEMA },
});

/** Empty tables like those that serve: same columns, and same keys where rows are found by them. */
export async function createBeside(
  client: PoolClient,
  projections: readonly Projection[],
): Promise<void> {
  for (const { table } of projections) {
    // A ledger is only ever added to: its key would cost a tenth of the replay.
    const key = table.isLedger ? "" : `, primary key (${keysOf(table).join(", ")})`;
    await client.query(
      `create temp table if not exists ${table.name}
         (like rm.${table.name} including defaults including generated${key})`,
    );
  }
}

/** Of many rows the table is thrown away, of few the rows. */
const MANY = 20_000;

export async function emptyBeside(
  client: PoolClient,
  projections: readonly Projection[],
  written: ReadonlyMap<string, number>,
): Promise<void> {
  const statements = projections.flatMap(({ name, table }) => {
    const rows = written.get(name) ?? 0;
    if (rows === 0) return [];
    return [`${rows > MANY ? "truncate" : "delete from"} ${OWN_SCHEMA}.${table.name}`];
  });
  await client.query(statements.join("; "));
}

const keysOf = ({ key }: Table): readonly string[] => ["tenant_id", ...Object.keys(key)];

/** A row of either side as the other one has it; null where it has none. */
export type Difference = Readonly<{
  key: Readonly<Record<string, string>>;
  live: Cells | null;
  replayed: Cells | null;
}>;
export type Cells = Readonly<Record<string, unknown>>;

type Comparing = Readonly<{
  tenantId: string;
  /** Personal data cannot be opened here: of it nothing is compared. */
  isSealed: boolean;
  /** What was erased may still stand in rows that the projector is about to empty. */
  isBehind: boolean;
  most: number;
}>;

/**
 * Rows of one tenant that are not the same in the table that serves and in the one beside it. As a rule there are none:
 * whether there is one is asked first, as rows that are to be told are carried whole through the join, which takes
 * half as long again.
 */
export async function differences(
  client: PoolClient,
  { table }: Projection,
  comparing: Comparing,
): Promise<readonly Difference[]> {
  const keys = Object.keys(table.key);
  const { tenantId, most } = comparing;
  const both = different(table, comparing);
  const { rows: some } = await client.query(`select 1 ${both} limit 1`, [tenantId]);
  if (some.length === 0) return [];
  const { rows } = await client.query<Difference>(
    `select json_build_object(${keys.map((key) => `'${key}', coalesce(l.${key}, r.${key})`).join(", ")}) as key,
            case when l.tenant_id is not null then to_json(l) end as live,
            case when r.tenant_id is not null then to_json(r) end as replayed
     ${both}
      limit $2`,
    [tenantId, most],
  );
  return rows;
}

function different(table: Table, { isSealed, isBehind }: Comparing): string {
  const join = keysOf(table).map((column) => `l.${column} = r.${column}`);
  const other = Object.entries(table.values).flatMap(([column, type]) =>
    isSealed && isOpened(type) ? [] : [isOther(column, type, isBehind)],
  );
  return `
       from (select * from rm.${table.name} where tenant_id = $1) l
       full join (select * from ${OWN_SCHEMA}.${table.name} where tenant_id = $1) r on ${join.join(" and ")}
      where l.tenant_id is null or r.tenant_id is null or ${other.join(" or ") || "false"}`;
}

const isOpened = (type: ColumnType): boolean => type.startsWith("opened");

function isOther(column: string, type: ColumnType, isBehind: boolean): string {
  const [live, replayed] = type.startsWith("json")
    ? [`json_send(l.${column})`, `json_send(r.${column})`]
    : [`l.${column}`, `r.${column}`];
  const differs = `${live} is distinct from ${replayed}`;
  return isOpened(type) && isBehind ? `(r.${column} is not null and ${differs})` : differs;
}

/** The columns in which a row is not as it should be. */
export function otherColumns({ live, replayed }: Difference): readonly string[] {
  if (!live || !replayed) return [];
  return Object.keys(replayed).filter(
    (column) => JSON.stringify(live[column]) !== JSON.stringify(replayed[column]),
  );
}
