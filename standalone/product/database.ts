import { Client } from "pg";

import { migrate } from "#command-api/migrate/migrate.ts";
import { connectClient } from "#kernel/node/postgres/connections.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";

const NAME = "tillbook";

export type Database = Readonly<{
  /** Without a user: each part connects with its own role. */
  url: string;
  adminUrl: string;
}>;

/** The product's database on the embedded server, created if missing, and migrated. */
export async function openDatabase(serverUrl: string, passwords: RolePasswords): Promise<Database> {
  const database = await emptyDatabase(serverUrl);
  await migrate({ adminUrl: database.adminUrl, passwords });
  return database;
}

/** Creates the database if missing, without any tables. */
export async function emptyDatabase(serverUrl: string): Promise<Database> {
  const database = databaseOn(serverUrl);
  const server = await connectClient(new Client({ connectionString: serverUrl }));
  try {
    const { rowCount } = await server.query("select from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) await server.query(`create database ${NAME} template template0`);
  } finally {
    await server.end();
  }
  return database;
}

export function databaseOn(serverUrl: string): Database {
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  const adminUrl = url.href;
  url.username = "";
  url.password = "";
  return { url: url.href, adminUrl };
}
