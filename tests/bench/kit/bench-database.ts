import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import * as z from "zod/mini";

import { migrate } from "#command-api/migrate/migrate.ts";
import { createPool, type Pool } from "#kernel/node/postgres/connections.ts";
import { LOGIN_ROLES, type LoginRole, type RolePasswords } from "#kernel/node/postgres/roles.ts";
import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { clusterIn } from "#standalone/product/postgres/postgres-cluster.ts";

export type BenchDatabase = Readonly<{
  adminUrl: string;
  /** Without a user, as services get it. */
  url: string;
  passwords: RolePasswords;
  /** The postmaster's process id; its children's processor time is Postgres's. */
  postmaster: number;
  pool: (role: LoginRole, max: number) => Pool;
  admin: (max: number) => pg.Pool;
  close: () => Promise<void>;
}>;

const Passwords = z.record(z.enum(LOGIN_ROLES), z.string());

/** A new migrated database on an embedded server; closing it deletes its folder. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-bench-"));
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const adminUrl = await createDatabase(server.adminUrl);
  const passwords = Passwords.parse(
    Object.fromEntries(LOGIN_ROLES.map((role) => [role, `bench-${role}`])),
  );
  await migrate({ adminUrl, passwords });
  const url = withoutUser(adminUrl);
  const opened: pg.Pool[] = [];
  const keep = <P extends pg.Pool>(pool: P): P => {
    pool.on("error", () => undefined);
    opened.push(pool);
    return pool;
  };
  return {
    adminUrl,
    url,
    passwords,
    postmaster: await postmasterIn(folder),
    pool: (role, max) => keep(createPool({ url, role, password: passwords[role], max })),
    admin: (max) => keep(new pg.Pool({ connectionString: adminUrl, max })),
    close: async () => {
      await Promise.all(opened.map((pool) => pool.end()));
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Works on a new database, which is always closed afterwards. */
export async function onBenchDatabase<Result>(
  work: (db: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function createDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query("create database bench template template0");
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = "/bench";
  return url.href;
}

function withoutUser(adminUrl: string): string {
  const url = new URL(adminUrl);
  url.username = "";
  url.password = "";
  return url.href;
}

async function postmasterIn(folder: string): Promise<number> {
  const file = await readFile(join(clusterIn(folder).data, "postmaster.pid"), "utf8");
  return Number(file.split("\n")[0]);
}
