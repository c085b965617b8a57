import { afterAll, beforeAll, expect, test } from "vitest";

import { migrate } from "#command-api/migrate/migrate.ts";
import { SUMMED } from "#projector/past/copy-sums.ts";
import { PAST_FUNCTIONS } from "#projector/past/functions.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { sqlType } from "#projector/projections/table.ts";
import {
  openProjectorDatabase,
  type ProjectorDatabase,
} from "#tests/kit/database/projector-database.ts";
import { isRetired } from "#tests/kit/database/retired-columns.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

let database: ProjectorDatabase;
beforeAll(async () => {
  database = await openProjectorDatabase();
});
afterAll(() => database.close());

const migrateAgain = () => migrate({ adminUrl: database.adminUrl, passwords: TEST_PASSWORDS });

const NAMES_OF_TYPES: Readonly<Record<string, string>> = { int: "integer" };

/** "name type" of each column. */
async function columnsOf(relation: "tables" | "functions"): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await database.admin.query<{ name: string; columns: string[] }>(
    relation === "tables"
      ? `select c.relname as name,
                array_agg(a.attname || ' ' || format_type(a.atttypid, null) order by a.attname) as columns
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relnamespace = 'rm'::regnamespace and c.relkind = 'r'
          group by c.relname`
      : `select p.proname as name,
                array_agg(c.name || ' ' || format_type(c.type, null) order by c.name) as columns
           from pg_proc p, unnest(p.proargnames[3:], p.proallargtypes[3:]) c(name, type)
          where p.pronamespace = 'rm'::regnamespace and p.proretset
          group by p.proname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** The columns of a table that this build writes and reads. */
const usedColumns = (tables: ReadonlyMap<string, string[]>, table: string) =>
  tables.get(table)?.filter((column) => !isRetired(table, column.split(" ", 1)[0] ?? ""));

/** Differences between two lists of columns, as sentences. */
const differences = (
  name: string,
  columns: readonly string[] = [],
  wanted: readonly string[] = [],
): readonly string[] => [
  ...wanted.filter((column) => !columns.includes(column)).map((c) => `${name} lacks ${c}`),
  ...columns.filter((column) => !wanted.includes(column)).map((c) => `${name} has an extra ${c}`),
];

test("every table of a read model has exactly the columns that its projection writes", async () => {
  const tables = await columnsOf("tables");
  const found = PROJECTIONS.flatMap(({ table: { name, key, values } }) => {
    const columns = Object.entries({ tenant_id: "uuid", ...key, ...values } as const);
    const written = columns.map(([column, type]) => {
      const plain = sqlType(type);
      return `${column} ${NAMES_OF_TYPES[plain] ?? plain}`;
    });
    return differences(`rm.${name}`, usedColumns(tables, name), written);
  });
  expect(found).toEqual([]);
});

test("every table of copies has the columns of its sums and the event's number", async () => {
  const tables = await columnsOf("tables");
  const found = SUMMED.flatMap(({ name, table }) =>
    differences(`rm.copies_${name}`, tables.get(`copies_${name}`), [
      ...(tables.get(table.name) ?? []),
      "seq bigint",
    ]),
  );
  expect(found).toEqual([]);
});

test("every function that reads the past has exactly the columns of its table", async () => {
  const tables = await columnsOf("tables");
  const functions = await columnsOf("functions");
  const ofTables = [...functions.keys()].filter((name) => tables.has(`rm_${name.slice(0, -3)}`));
  expect(ofTables.length).toBeGreaterThan(10);
  const found = ofTables.flatMap((name) =>
    differences(`rm.${name}`, functions.get(name), usedColumns(tables, `rm_${name.slice(0, -3)}`)),
  );
  expect(found).toEqual([]);
});

/** Everything about the functions that a caller could notice. */
async function definitions(): Promise<unknown[]> {
  const { rows } = await database.admin.query<Record<string, unknown>>(
    `select pg_get_functiondef(p.oid) as definition, p.proowner::regrole::text, p.proacl::text
       from pg_proc p
      where p.pronamespace = 'rm'::regnamespace and p.prokind = 'f' order by 1`,
  );
  return rows;
}

test("migrating again changes no function", async () => {
  const before = await definitions();
  await migrateAgain();
  expect(await definitions()).toEqual(before);
});

test("an older function with fewer columns is replaced in place", async () => {
  const before = await definitions();
  await database.admin.query(`
    set role rm_owner;
    drop function rm.takings_at;
    create function rm.takings_at(p_tenant uuid, p_seq bigint) returns table (tenant_id uuid, seq bigint)
    language sql stable as 'select t.tenant_id, t.seq from rm.rm_takings t where t.tenant_id = p_tenant and t.seq <= p_seq';
    reset role;`);
  expect(await definitions()).not.toEqual(before);
  await migrateAgain();
  expect(await definitions()).toEqual(before);
});

test("the planner can inline every function: it is stable, has the caller's rights and no settings", async () => {
  const { rows } = await database.admin.query(
    `select p.proname from pg_proc p
      where p.pronamespace = 'rm'::regnamespace and p.proname = any ($1)
        and (p.provolatile <> 's' or p.prosecdef or p.proconfig is not null)`,
    [PAST_FUNCTIONS.map(({ name }) => name)],
  );
  expect(rows).toEqual([]);
});
