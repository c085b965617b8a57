import type { Client } from "pg";

import type { TableHead } from "./contents.ts";

/**
 * The tables that cannot be derived from others: the log, accounts and audit, the calls of tills, and
 * unfinished jobs of the queue. Read models are made from the log. The list comes from Postgres's
 * catalogue, so that no new table is forgotten.
 */
const SQL = `
  select n.nspname || '.' || c.relname as table,
         array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relkind in ('r', 'p') and not c.relispartition
     and (n.nspname in ('es', 'auth', 'audit') or n.nspname = 'jobs' and c.relname in ('queue', 'job')
          or n.nspname = 'ops' and c.relname = 'tills')
   group by 1
   order by 1`;

export async function tablesToKeep(client: Client): Promise<readonly TableHead[]> {
  return (await client.query<TableHead>(SQL)).rows;
}

const UNDONE = "state in ('created', 'retry', 'active')";

export const quoted = (name: string): string =>
  name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");

export function copyOut({ table, columns }: TableHead): string {
  const where = table === "jobs.job" ? ` where ${UNDONE}` : "";
  return `copy (select ${columns.map(quoted).join(", ")} from ${quoted(table)}${where}) to stdout`;
}

export const copyIn = ({ table, columns }: TableHead): string =>
  `copy ${quoted(table)} (${columns.map(quoted).join(", ")}) from stdin`;
