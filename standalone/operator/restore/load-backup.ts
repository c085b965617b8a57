import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { from as copyFrom } from "pg-copy-streams";

import { migrate, migrateLog } from "#command-api/migrate/migrate.ts";
import type { ErasedSubject } from "#kernel/node/erased-list.ts";
import { type Client, connectClient, createClient } from "#kernel/node/postgres/connections.ts";
import type { RolePasswords } from "#kernel/node/postgres/roles.ts";
import { startProblem } from "#kernel/node/start-problem.ts";
import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";
import type { BackupSecret } from "#standalone/operator/backup/backup-secret.ts";
import type { Manifest, TableHead } from "#standalone/operator/backup/contents.ts";
import { openBackup } from "#standalone/operator/backup/read-backup.ts";
import { BrokenBackup } from "#standalone/operator/backup/sealed-stream.ts";
import { copyIn, quoted, tablesToKeep } from "#standalone/operator/backup/tables.ts";

import { eraseAgain } from "./erase-again.ts";

export type Loading = Readonly<{
  path: string;
  secret: BackupSecret;
  /** The server's administrator, with an empty database. */
  adminUrl: string;
  passwords: RolePasswords;
  /** People erased so far, including those erased after the backup was taken. */
  erased: readonly ErasedSubject[];
}>;

export type Loaded = Readonly<{ manifest: Manifest; events: number; erasedAgain: number }>;

/**
 * Restores a backup into an empty database in one transaction: loads the tables, compares them with
 * the manifest, verifies the hashes, and erases people again. Read models are not in a backup.
 */
export async function loadBackup(loading: Loading): Promise<Loaded> {
  const { path, secret, adminUrl, passwords } = loading;
  const { manifest, tables, rowCounts } = await openBackup(path, secret);
  const client = await connect(adminUrl);
  try {
    await refuseUsed(client);
    await migrateLog({ adminUrl, passwords }, manifest.migrations.length);
    await client.query("begin isolation level repeatable read");
    await refuseOthers(client, manifest);
    await makeRoom(client, manifest);
    const loaded: [string, number][] = [];
    for await (const { rows, ...head } of tables) {
      const into = client.query(copyFrom(copyIn(head)));
      await pipeline(Readable.from(rows), into);
      loaded.push([head.table, into.rowCount]);
    }
    compareCounts(loaded, rowCounts());
    const events = await compareLogs(client, manifest);
    const erasedAgain = await eraseAgain(client, loading.erased);
    await client.query("commit");
    await migrate({ adminUrl, passwords });
    return { manifest, events, erasedAgain };
  } finally {
    await client.end();
  }
}

/** Not limited by row policies or timeouts, as a copy can be large. */
export async function connect(adminUrl: string): Promise<Client> {
  const { username, password } = new URL(adminUrl);
  const client = createClient({
    url: adminUrl,
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    applicationName: "restore",
    settings: {
      statement_timeout: "0",
      idle_in_transaction_session_timeout: "0",
      // Tables are loaded in the order of their names, not of their references.
      session_replication_role: "replica",
    },
  });
  return connectClient(client);
}

async function refuseOthers(client: Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from migrations.command_api order by id",
  );
  if (rows.map(({ name }) => name).join() !== migrations.join()) {
    throw startProblem("The backup was taken by another version: restore it with a newer one.");
  }
  await refuseUsed(client);
}

/** Checked before anything is created, and again in the transaction. */
async function refuseUsed(client: Client): Promise<void> {
  const { rows: made } = await client.query<{ has_tables: boolean }>(
    "select to_regclass('es.events') is not null and to_regclass('auth.users') is not null as has_tables",
  );
  if (made[0]?.has_tables === false) return;
  const { rows: found } = await client.query<{ has_rows: boolean }>(
    "select exists (select from es.events) or exists (select from auth.users) as has_rows",
  );
  if (found[0]?.has_rows !== false) {
    throw startProblem("The database is not empty: a backup is restored into an empty one.");
  }
}

/** Deletes rows that migrations inserted, and creates the monthly partitions of the access log. */
async function makeRoom(client: Client, { takenMs }: Manifest): Promise<void> {
  for (const { table } of await tablesToKeep(client)) {
    await client.query(`delete from ${quoted(table)}`);
  }
  for (let month = 0; month <= MONTHS_KEPT; month++) {
    await client.query("select audit.ensure_months($1)", [takenMs - month * MONTH_MS]);
  }
}
const MONTHS_KEPT = 13;
const MONTH_MS = 30 * 86_400_000;

function compareCounts(
  loaded: readonly (readonly [TableHead["table"], number])[],
  written: Readonly<Record<string, number>>,
): void {
  for (const [table, count] of loaded) {
    if (count === written[table]) continue;
    throw new BrokenBackup(`${table} has ${count} rows, the backup says ${written[table]}.`);
  }
}

/** Every log must end where the manifest says, and its hashes must hold. */
async function compareLogs(client: Client, { heads }: Manifest): Promise<number> {
  const { rows } = await client.query<{ head: string }>(
    `select concat_ws(' ', tenant_id, seq, encode(chain, 'hex')) as head
       from es.tenant_heads order by tenant_id`,
  );
  const written = heads.map(({ tenantId, seq, chain }) => `${tenantId} ${seq} ${chain}`);
  if (rows.map(({ head }) => head).join() !== written.join()) {
    throw new BrokenBackup("The heads of the logs are not those of the manifest.");
  }
  let events = 0;
  for (const { tenantId } of heads) {
    const verified = await verifyLog(singleReader(client), tenantId);
    const [deviation] = verified.found;
    if (deviation) {
      const { seq, kind, message } = deviation;
      throw new BrokenBackup(`The log does not hold: ${tenantId} seq ${seq} ${kind} ${message}`);
    }
    events += verified.events;
  }
  return events;
}
