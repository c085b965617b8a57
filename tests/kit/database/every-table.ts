import { tablesOfTenants } from "./catalogue-violations.ts";
import type { LogDatabase } from "./log-database.ts";

/**
 * Fills every table that has a tenant with rows of these tenants, whatever its columns. Returns the
 * table names.
 */
export async function fillEveryTable(
  db: LogDatabase,
  tenantIds: readonly string[],
): Promise<string[]> {
  const tables = await tablesOfTenants(db.admin);
  const columns = await db.query<{ table: string; name: string; type: string }>(
    `select attrelid::regclass::text as table, attname as name, format_type(atttypid, null) as type
       from pg_attribute
      where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = ''
        and (attnotnull or attname = 'tenant_id')
        and not exists (select from pg_inherits where inhrelid = attrelid)`,
    [tables],
  );
  await dropChecks(db, tables);
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table);
    const rows = tenantIds.map(
      (id) =>
        `(${own.map(({ name, type }) => (name === "tenant_id" ? `'${id}'` : anyOf(type))).join()})`,
    );
    // Turns off foreign keys and triggers.
    await db.query(
      `begin; set local session_replication_role = replica;
       insert into ${table} (${own.map(({ name }) => name).join()}) values ${rows.join()}
       on conflict do nothing; commit`,
    );
  }
  return tables;
}

/** The rows need to be visible, not valid. */
async function dropChecks(db: LogDatabase, tables: readonly string[]): Promise<void> {
  const checks = await db.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'c' and coninhcount = 0 and conrelid = any ($1::regclass[])`,
    [tables],
  );
  for (const { table, name } of checks) {
    await db.query(`alter table ${table} drop constraint ${name}`);
  }
}

const SAMPLES: Readonly<Record<string, string>> = {
  uuid: "'018f0f00-0000-7000-8000-000000000001'",
  json: "'{}'",
  jsonb: "'{}'",
  bytea: "''",
  "bytea[]": "'{}'",
  boolean: "false",
  date: "'2026-11-21'",
  text: "'tenant'",
};
const anyOf = (type: string): string => SAMPLES[type] ?? "1";

const TRIED = `
create function public.tried(statements text[]) returns table (sql text, outcome text)
language plpgsql as $$
declare
  n bigint;
begin
  foreach sql in array statements loop
    begin
      execute sql;
      get diagnostics n = row_count;
      raise exception using errcode = 'UNDO1', message = n::text;
    exception
      when sqlstate 'UNDO1' then outcome := sqlerrm || ' rows';
      when insufficient_privilege then outcome := 'refused';
    end;
    return next;
  end loop;
end $$`;

/**
 * A function that tries a statement as any role and rolls it back: how many rows it would touch, or
 * that it was refused.
 */
export const createTried = (db: LogDatabase): Promise<unknown> => db.query(TRIED);

export const TRY = "select sql, outcome from public.tried($1)";
export type TriedStatement = Readonly<{ sql: string; outcome: string }>;
