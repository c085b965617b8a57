import { once } from "node:events";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { noteBackup } from "#command-api/platform/backups.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";

import { backupName, backupDirOf, secretToSeal } from "./backup-paths.ts";
import { keyFileSecret } from "./backup-secret.ts";
import { backupConfig } from "./config.ts";
import { type OpenedSource, openSource } from "./open-source.ts";
import { startBackups } from "./start-backups.ts";
import { writeBackup } from "./write-backup.ts";

// `npm run backup -- [--to FILE] [--key-file FILE]`: everything that cannot be derived from other
// data, in one encrypted file. `npm run backup -- --daily`: one backup a day in BACKUP_DIR, each
// restored as a trial, until it is stopped.

const USAGE = `usage: npm run backup -- [--to FILE] [--key-file FILE]
       npm run backup -- --daily`;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const args = readArguments();
  const opened = await openSource(backupConfig(process.env), process.env);
  const { url, passwords } = opened;
  const pool = createPool({ url, role: "cmd_writer", password: passwords.cmd_writer, max: 1 });
  const site = { ...opened, store: createEventStore(pool) };
  try {
    await (args.daily ? backUpDaily(site) : backUpOnce(site, args));
  } finally {
    await pool.end();
    await opened.close();
  }
}

type Site = OpenedSource & Readonly<{ store: ReturnType<typeof createEventStore> }>;
type Arguments = ReturnType<typeof readArguments>;

function readArguments() {
  const text = { type: "string" } as const;
  const options = {
    to: text,
    "key-file": text,
    daily: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

async function backUpOnce({ source, store }: Site, args: Arguments): Promise<void> {
  const config = backupConfig(process.env);
  const nowMs = Date.now();
  const path = resolve(args.to ?? join(backupDirOf(config), backupName(nowMs)));
  const keyFile = args["key-file"];
  const secret = await (keyFile === undefined
    ? secretToSeal(config)
    : keyFileSecret(resolve(keyFile)));
  const taken = await writeBackup(source, { path, secret, nowMs });
  await noteBackup(store, taken, Date.now());
  const { events, tenants, bytes } = taken;
  process.stdout.write(`${path}: ${events} events of ${tenants} tenants, ${bytes} bytes\n`);
}

async function backUpDaily({ source, passwords, store }: Site): Promise<void> {
  const log = createLogger({ service: "backup", level: process.env["LOG_LEVEL"] || "info" });
  const config = backupConfig(process.env);
  const erasedDir = process.env["ERASED_DIR"];
  const sources = () => Promise.resolve(source);
  const backups = startBackups({ config, source: sources, passwords, erasedDir, store, log }, 0);
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  await backups.stop();
}
