import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve, basename, join } from "node:path";
import { parseArgs } from "node:util";

import { readErasures, type ErasedSubject } from "#kernel/node/erased-list.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { backupDirOf, secretToOpen } from "#standalone/operator/backup/backup-paths.ts";
import { keyFileSecret } from "#standalone/operator/backup/backup-secret.ts";
import {
  backupConfig,
  type BackupConfig,
  serverBackupConfig,
} from "#standalone/operator/backup/config.ts";
import type { Manifest } from "#standalone/operator/backup/contents.ts";
import { checkBackup } from "#standalone/operator/backup/read-backup.ts";
import { SECRETS_FILE, writeSecrets } from "#standalone/product/secrets.ts";

import { restoreFolder } from "./restore-folder.ts";
import { restoreInPlace } from "./restore-in-place.ts";
import { restoreServers } from "./restore-servers.ts";

// `npm run restore -- --from FILE`: into DATA_DIR, which must be empty, or into the empty database
// of servers if DATABASE_ADMIN_URL is set. Nothing is written before the whole file is checked.
// `npm run restore -- --in-place`: completes a restore that Postgres's own archive made.

const USAGE = `usage: npm run restore -- --from FILE [--key-file FILE] [--erased FOLDER]
       npm run restore -- --from FILE [--key-file FILE] --keys FOLDER     takes out the keys alone
       npm run restore -- --in-place [--erased FOLDER]     after the database was restored by other means`;

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

type FromFile = Readonly<{ from: string; keyFile?: string; erased?: string; keys?: string }>;
type Arguments = FromFile | Readonly<{ from?: never; erased?: string }>;

async function run(): Promise<string> {
  const args = readArguments();
  const config = backupConfig(process.env);
  return args.from === undefined ? inPlace(args, config) : fromFile(args, config);
}

async function fromFile(args: FromFile, config: BackupConfig): Promise<string> {
  const path = resolve(args.from);
  const { keyFile } = args;
  const secret =
    keyFile === undefined ? await secretToOpen(config) : await keyFileSecret(resolve(keyFile));
  const manifest = await checkBackup(path, secret);
  if (args.keys !== undefined) {
    await writeKeys(manifest, resolve(args.keys));
    return `The keys of the backup are in ${resolve(args.keys)}`;
  }
  return restore({ path, secret, manifest, erased: await erasedFor(args, config) }, config);
}

function readArguments(): Arguments {
  const text = { type: "string" } as const;
  const yes = { type: "boolean", default: false } as const;
  const options = { from: text, "key-file": text, erased: text, keys: text, "in-place": yes };
  try {
    const {
      from,
      "key-file": keyFile,
      "in-place": isInPlace,
      ...more
    } = parseArgs({ options }).values;
    if (isInPlace) {
      if (from === undefined && keyFile === undefined && more.keys === undefined) return more;
    } else if (from !== undefined) {
      return { from, ...more, ...(keyFile === undefined ? {} : { keyFile }) };
    }
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
  throw new Error(USAGE);
}

/**
 * The lists of erased people: beside the file, with the automatic backups, or in a given folder.
 */
async function erasedFor(
  { from, erased }: Arguments,
  config: BackupConfig,
): Promise<ErasedSubject[]> {
  const beside = from === undefined ? undefined : dirname(resolve(from));
  const named = [beside, erased, process.env["ERASED_DIR"]];
  const all = named.flatMap((one) => (one ? [resolve(one)] : []));
  const folders = new Set([backupDirOf(config), ...all]);
  const lists = await Promise.all([...folders].map(readErasures));
  return lists.flat();
}

async function inPlace(args: Arguments, config: BackupConfig): Promise<string> {
  const again = await restoreInPlace({
    config: serverBackupConfig(process.env),
    erased: await erasedFor(args, config),
    log: createLog(),
  });
  return `The read models were rebuilt from the log.\n${erasedLine(again)}`;
}

type Restoring = Pick<Parameters<typeof restoreFolder>[0], "path" | "secret" | "erased"> &
  Readonly<{ manifest: Manifest }>;

async function restore(restoring: Restoring, { DATA_DIR }: BackupConfig): Promise<string> {
  const log = createLog();
  const isServers = Boolean(process.env["DATABASE_ADMIN_URL"]);
  const { manifest, events, erasedAgain } = isServers
    ? await restoreServers({ ...restoring, config: serverBackupConfig(process.env), log })
    : await restoreFolder({ ...restoring, dataDir: resolve(DATA_DIR), log });
  const taken = new Date(manifest.takenMs).toISOString();
  return [
    `Restored as of ${taken}: ${events} events of ${manifest.heads.length - 1} tenants; every chain holds.`,
    "The read models were rebuilt from the log.",
    erasedLine(erasedAgain),
  ].join("\n");
}

function createLog() {
  return createLogger({ service: "restore", level: process.env["LOG_LEVEL"] || "warn" });
}

function erasedLine(again: number): string {
  return `${again}  people erased after it was taken were erased again.`;
}

/**
 * Writes the keys that servers need before a backup is restored into them, and the files that a data
 * folder keeps them in.
 */
async function writeKeys(manifest: Manifest, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const once = { mode: 0o600, flag: "wx" };
  await writeFile(join(folder, "keys.env"), toLines(manifest), once);
  await writeSecrets(join(folder, SECRETS_FILE), manifest.keys);
  for (const [name, content] of Object.entries(manifest.files)) {
    await writeFile(join(folder, basename(name)), Buffer.from(content, "base64"), once);
  }
}

/** Lines of a .env file, in the form that the services read. */
function toLines({ keys }: Manifest): string {
  return Object.entries({
    DATA_KEY: keys.dataKey,
    REQUEST_HASH_KEY: keys.requestHashKey,
    TOKEN_PRIVATE_KEY: Buffer.from(keys.tokenPrivateKey).toString("base64"),
    TOKEN_PUBLIC_KEY: Buffer.from(keys.tokenPublicKey).toString("base64"),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
