import type { PoolClient } from "pg";

import { arrayBytes } from "#kernel/node/postgres/array-bytes.ts";

import type { FoldedRow } from "./fold.ts";
import {
  type ColumnType,
  type Columns,
  type Json,
  keysOf,
  placeOf,
  sqlType,
  type Table,
} from "./projections/table.ts";

export type RowWrite = Readonly<{ name: string; text: string; values: readonly Buffer[] }>;

/**
 * The few set-based statements that write a batch to its table. A row's tenant comes from the
 * event's envelope; row-level security rejects a tenant that the transaction did not name.
 */
export function toRowWrites(table: Table, rows: readonly FoldedRow[]): readonly RowWrite[] {
  const byStatement = Map.groupBy(rows, (row) => statementFor(table, row));
  return [...byStatement].map(([{ name, text, keys, columns }, batch]) => {
    const column = (type: ColumnType, of: (row: FoldedRow) => Json | undefined) =>
      columnBytes(type, batch, of);
    return {
      name,
      text,
      values: [
        column("uuid", (row) => row.tenantId),
        ...keys.map(([key, type]) => column(type, (row) => row.key[key])),
        ...columns.map(([value, type]) => column(type, (row) => row.values[value])),
      ],
    };
  });
}

/** One column of many rows as a parameter. */
export const columnBytes = <Row>(
  type: ColumnType,
  rows: readonly Row[],
  of: (row: Row) => Json | undefined,
): Buffer => arrayBytes(sqlType(type), rows, of);

/** The only function that writes read models. */
export async function writeRows(client: PoolClient, writes: readonly RowWrite[]): Promise<void> {
  for (const write of writes) {
    await client.query({ ...write, values: [...write.values] });
  }
}

/**
 * Named, so that each connection parses and plans it once. One array parameter per column, tenants
 * first.
 */
type Statement = Readonly<{
  name: string;
  text: string;
  keys: readonly [string, ColumnType][];
  columns: readonly [string, ColumnType][];
}>;

const statements = new Map<string, Statement>();

/**
 * Caches the statements of the kinds that write whole rows: looking one up is cheaper than
 * computing a signature for every row.
 */
const whole = new WeakMap<Table, Map<FoldedRow["kind"], Statement>>();

function statementFor(table: Table, row: FoldedRow): Statement {
  if (row.kind === "patch" || row.kind === "erase") return statementOf(table, row);
  const byKind = whole.get(table) ?? new Map<FoldedRow["kind"], Statement>();
  whole.set(table, byKind);
  const statement = byKind.get(row.kind) ?? statementOf(table, row);
  byKind.set(row.kind, statement);
  return statement;
}

function statementOf(table: Table, { kind, key, values }: FoldedRow): Statement {
  const erasedBy = ["(erase)", ...Object.keys(key)];
  const changed = kind === "patch" ? Object.keys(values) : Object.keys(table.values);
  const which = { put: [], append: [], add: [], patch: changed, erase: erasedBy }[kind];
  const signature = [placeOf(table), ...which].join(" ");
  const known = statements.get(signature);
  if (known) return known;

  const columns: Columns = Object.fromEntries(
    Object.entries(table.values).filter(([column]) => changed.includes(column)),
  );
  const name = `rows ${statements.size}`;
  const made =
    kind === "erase"
      ? { name, ...erasing(table, Object.keys(key)) }
      : {
          name,
          text: textFor({ ...table, values: columns }, kind),
          keys: Object.entries(table.key),
          columns: Object.entries(columns),
        };
  statements.set(signature, made);
  return made;
}

function textFor(table: Table, kind: Exclude<FoldedRow["kind"], "erase">): string {
  switch (kind) {
    case "put":
      return upsert(table, (column) => `excluded.${column}`);
    case "append":
      return insert(table);
    case "add":
      return upsert(table, (column) => `t.${column} + excluded.${column}`);
    case "patch":
      return update(table);
  }
}

/** Sets the opened columns to null in the rows that have these values. */
function erasing(table: Table, by: readonly string[]): Omit<Statement, "name"> {
  const { values } = table;
  const opened = Object.keys(values).filter((column) => values[column]?.startsWith("opened"));
  const keys = Object.entries(values).filter(([column]) => by.includes(column));
  return {
    text: `
    update ${placeOf(table)} t set ${opened.map((column) => `${column} = null`).join(", ")}
      from ${rowsOf(Object.fromEntries(keys))}
     where ${["tenant_id", ...keys.map(([column]) => column)]
       .map((column) => `t.${column} = r.${column}`)
       .join(" and ")}`,
    keys,
    columns: [],
  };
}

function insert(table: Table): string {
  const { key, values } = table;
  const columns = [...keysOf(table), ...Object.keys(values)];
  return `
    insert into ${placeOf(table)} as t (${columns.join(", ")})
    select * from ${rowsOf({ ...key, ...values })}`;
}

function upsert(table: Table, value: (column: string) => string): string {
  const changes = Object.keys(table.values).map((column) => `${column} = ${value(column)}`);
  return `${insert(table)}
    on conflict (${keysOf(table).join(", ")}) do update set ${changes.join(", ")}`;
}

/** Never inserts: only the event that creates an entity can create its row. */
function update(table: Table): string {
  const { key, values } = table;
  return `
    update ${placeOf(table)} t set ${Object.keys(values)
      .map((column) => `${column} = r.${column}`)
      .join(", ")}
      from ${rowsOf({ ...key, ...values })}
     where ${keysOf(table)
       .map((column) => `t.${column} = r.${column}`)
       .join(" and ")}`;
}

// Arrays are half the work of JSON records for the database (500 sales: 3.5 ms instead of 6.9 ms).
// They are unnested in the select list, because in the from clause each would be materialized
// first.
function rowsOf(columns: Columns): string {
  const all = Object.entries({ tenant_id: "uuid", ...columns } satisfies Columns);
  const taken = all.map(
    ([column, type], i) => `unnest($${i + 1}::${sqlType(type)}[]) as ${column}`,
  );
  return `(select ${taken.join(", ")}) r`;
}
