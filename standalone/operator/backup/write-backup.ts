import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";

import { BackupId, PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import { connectClient } from "#kernel/node/postgres/connections.ts";

import type { BackupSecret } from "./backup-secret.ts";
import { type BackupHead, type BackupKeys, END_OF_ROWS, type Manifest } from "./contents.ts";
import { sealed } from "./sealed-stream.ts";
import { copyOut, tablesToKeep } from "./tables.ts";

export type BackupSource = Readonly<{
  /** The address of the server's administrator, from whom no row policy hides a row. */
  adminUrl: string;
  keys: BackupKeys;
  files: Manifest["files"];
}>;

export type TakenBackup = Readonly<{
  backupId: BackupId;
  takenMs: number;
  /** The last event of the platform's own log. */
  head: number;
  tenants: number;
  events: number;
  bytes: number;
}>;

type Options = Readonly<{
  path: string;
  secret: BackupSecret;
  nowMs: number;
  signal?: AbortSignal | undefined;
}>;

/**
 * Writes everything that cannot be derived into one encrypted file, from one snapshot, while sales
 * go on. The file gets its name when it is complete and on the disk.
 */
export async function writeBackup(source: BackupSource, options: Options): Promise<TakenBackup> {
  const { path, secret, nowMs, signal } = options;
  const client = await connectClient(
    new Client({ connectionString: source.adminUrl, application_name: "backup" }),
  );
  const partial = `${path}.part`;
  try {
    await client.query("begin isolation level repeatable read read only");
    const manifest = await manifestOf(client, source, nowMs);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(plain(client, manifest)),
      createGzip({ level: 1 }),
      (packed: AsyncIterable<Buffer>) => sealed(packed, secret),
      createWriteStream(partial, { mode: 0o600 }),
      ...(signal ? [{ signal }] : []),
    );
    await onDisk(partial);
    await rename(partial, path);
    return { ...summary(manifest), bytes: (await stat(path)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function manifestOf(
  client: Client,
  { keys, files }: BackupSource,
  nowMs: number,
): Promise<Manifest> {
  const { rows: migrations } = await client.query<{ name: string }>(
    "select name from migrations.command_api order by id",
  );
  const { rows: heads } = await client.query<BackupHead>(
    `select tenant_id as "tenantId", seq::float8 as seq, encode(chain, 'hex') as chain
       from es.tenant_heads order by tenant_id`,
  );
  return {
    format: 1,
    backupId: BackupId.parse(newId(nowMs)),
    takenMs: nowMs,
    migrations: migrations.map(({ name }) => name),
    keys,
    files,
    heads,
  };
}

async function* plain(client: Client, manifest: Manifest): AsyncGenerator<Buffer> {
  yield line(manifest);
  const copied: [string, { rowCount: number }][] = [];
  for (const head of await tablesToKeep(client)) {
    yield line(head);
    const rows = client.query(copyTo(copyOut(head)));
    yield* rows;
    yield Buffer.from(END_OF_ROWS);
    copied.push([head.table, rows]);
  }
  // Row counts arrive after their rows; this answer arrives after all of them.
  await client.query("commit");
  yield line({
    rows: Object.fromEntries(copied.map(([table, { rowCount }]) => [table, rowCount])),
  });
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

async function onDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const summary = ({ backupId, takenMs, heads }: Manifest): Omit<TakenBackup, "bytes"> => ({
  backupId,
  takenMs,
  head: heads.find(({ tenantId }) => tenantId === PLATFORM_TENANT_ID)?.seq ?? 0,
  tenants: heads.length - 1,
  events: heads.reduce((sum, { seq }) => sum + seq, 0),
});
