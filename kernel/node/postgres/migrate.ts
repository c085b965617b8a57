import { setTimeout as delay } from "node:timers/promises";

import { runner } from "node-pg-migrate";
import pg from "pg";

import { connectClient } from "./connections.ts";
import { LOGIN_ROLES, OWNER_ROLES, type RolePasswords } from "./roles.ts";

const BOOTSTRAP_LOCK = 7_300_001;

export type MigrationFolder = Readonly<{
  /** Keeps what has run, in the schema `migrations`. */
  table: string;
  path: string;
  count?: number;
  /** Runs as `migrator` after the migrations, each time. */
  after?: (migrator: pg.Client) => Promise<void>;
}>;

export type MigrateOptions = Readonly<{
  adminUrl: string;
  passwords: RolePasswords;
  log?: (message: string) => void;
}>;

/**
 * Creates roles and schemas as the server's administrator, then runs the migrations of each folder
 * in order as `migrator`. Forward only. Safe to run twice at once: the second run waits and finds
 * nothing to do.
 */
export async function runMigrations(
  options: MigrateOptions,
  folders: readonly MigrationFolder[],
): Promise<void> {
  const admin = await connectClient(new pg.Client({ connectionString: options.adminUrl }));
  try {
    await admin.query("select pg_advisory_lock($1)", [BOOTSTRAP_LOCK]);
    await bootstrap(admin, options.passwords);
    for (const folder of folders) await runFolder(options, folder);
  } finally {
    await admin.end();
  }
}

const ROLE_TRIES = 10;
const ROLE_PAUSE_MS = 200;

/** Roles belong to the whole server, the lock only to one database: retry while another database migrates. */
async function bootstrap(admin: pg.Client, passwords: RolePasswords): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeRoles(admin, passwords);
      break;
    } catch (error) {
      await admin.query("rollback");
      if (attempt === ROLE_TRIES) throw error;
      await delay(ROLE_PAUSE_MS * Math.random());
    }
  }
  await admin.query(`
    create schema if not exists es authorization es_owner;
    create schema if not exists auth authorization es_owner;
    create schema if not exists audit authorization es_owner;
    create schema if not exists jobs authorization es_owner;
    create schema if not exists ops authorization es_owner;
    create schema if not exists rm authorization rm_owner;
    create schema if not exists migrations authorization migrator;
    revoke create on schema public from public;`);
}

async function makeRoles(admin: pg.Client, passwords: RolePasswords): Promise<void> {
  await admin.query("begin");
  const { rows } = await admin.query<{ rolname: string }>("select rolname from pg_roles");
  const known = new Set(rows.map((row) => row.rolname));
  for (const role of OWNER_ROLES) {
    if (!known.has(role)) await admin.query(`create role ${role} nologin`);
  }
  for (const role of LOGIN_ROLES) {
    const password = admin.escapeLiteral(passwords[role]);
    await admin.query(
      `${known.has(role) ? "alter" : "create"} role ${role} login password ${password}`,
    );
  }
  await admin.query(`grant ${OWNER_ROLES.join(", ")} to migrator`);
  await admin.query("commit");
}

async function runFolder(
  { adminUrl, passwords, log }: MigrateOptions,
  { table, path, count = Number.POSITIVE_INFINITY, after }: MigrationFolder,
): Promise<void> {
  const url = new URL(adminUrl);
  url.username = "migrator";
  url.password = encodeURIComponent(passwords.migrator);
  const quiet = (): void => undefined;
  // The runner does not wait for its own connection to end, so a caller could not drop the database afterwards.
  const dbClient = await connectClient(new pg.Client({ connectionString: url.href }));
  try {
    await runner({
      dbClient,
      dir: path,
      direction: "up",
      migrationsTable: table,
      migrationsSchema: "migrations",
      count,
      // runMigrations holds the lock.
      noLock: true,
      logger: { info: log ?? quiet, warn: log ?? quiet, error: log ?? quiet, debug: quiet },
    });
    await after?.(dbClient);
  } finally {
    await dbClient.end();
  }
}
