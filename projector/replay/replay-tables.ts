import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Projection } from "#projector/projections/projection.ts";
import type { ColumnType, Table } from "#projector/projections/table.ts";

/**
 * A schema that only its connection sees and that ends with it. A role that may only read can
 * create tables in it.
 */
const OWN_SCHEMA = "pg_temp";

export const inReplaySchema = (projection: Projection): Projection => ({
  ...projection,
  table: { ...projection.table, schema: OWN_SCHEMA },
});

/**
 * Creates empty tables with the columns of the served ones, and their keys if rows are found by
 * key.
 */
export async function createReplayTables(
  client: PoolClient,
  projections: readonly Projection[],
): Promise<void> {
  for (const { table } of projections) {
    // A ledger only appends rows, so it needs no key; a key would cost a tenth of the replay.
    const key = table.isLedger ? "" : `, primary key (${keysOf(table).join(", ")})`;
    await client.query(
      `create temp table if not exists ${table.name}
         (like rm.${table.name} including defaults including generated${key})`,
    );
  }
}

/** Above this many rows truncating is faster than deleting. */
const MANY = 20_000;

export async function clearReplayTables(
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

/** The same row in both tables; null if it is missing from one. */
export type Difference = Readonly<{
  key: Readonly<Record<string, string>>;
  live: Cells | null;
  replayed: Cells | null;
}>;
export type Cells = Readonly<Record<string, unknown>>;

type Comparing = Readonly<{
  tenantId: string;
  /** Personal data cannot be opened, so it is not compared. */
  isSealed: boolean;
  /** Erased data can still be in rows that the projector has not reached. */
  isBehind: boolean;
  most: number;
}>;

/**
 * Finds the rows of one tenant that differ between the served table and the replayed one. Usually
 * there are none, so a first query only asks whether there are any: a join that carries whole rows
 * takes half as long again. A rebuild needs no rows and reads all tenants at once:
 * rebuild/compare.ts compares counts and hashes of whole tables.
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

/** The columns in which the two rows differ. */
export function otherColumns({ live, replayed }: Difference): readonly string[] {
  if (!live || !replayed) return [];
  return Object.keys(replayed).filter(
    (column) => JSON.stringify(live[column]) !== JSON.stringify(replayed[column]),
  );
}
