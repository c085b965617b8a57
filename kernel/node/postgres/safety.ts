import { setTimeout as delay } from "node:timers/promises";

import type { Log } from "#kernel/node/logging/logger.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

import { type ConnectionSettings, createClient } from "./connections.ts";

type Options = Readonly<{
  connection: ConnectionSettings;
  /** Production refuses to start on an unsafe database; elsewhere it is only logged. */
  isProduction: boolean;
  log: Log;
  /** How long to wait for a database that does not answer yet. */
  patienceMs?: number;
}>;

/** Postgres 18.4, the version that is tested. */
const OLDEST_VERSION = 180_004;
/** With any of these off, acknowledged data can be lost in a power cut or corrupted unnoticed. */
const NEEDED = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"];
const AGAIN_AFTER_MS = 500;
const PATIENCE_MS = 60_000;

/** Asks the server itself, not its configuration file. */
export async function requireSafeDatabase(options: Options): Promise<void> {
  const problems = problemsOf(await settingsOf(options));
  if (problems.length === 0) return;
  if (options.isProduction) {
    throw startProblem(`The database may lose what it has acknowledged: ${problems.join("; ")}`);
  }
  options.log.warn({ problems }, "the database may lose what it has acknowledged");
}

function problemsOf(settings: ReadonlyMap<string, string>): readonly string[] {
  const off = NEEDED.filter((name) => settings.get(name) !== "on").map(
    (name) => `${name} is ${settings.get(name) ?? "unknown"}, it must be on`,
  );
  const version = Number(settings.get("server_version_num"));
  const isOld = !(version >= OLDEST_VERSION);
  return isOld ? [...off, `server_version_num is ${version}, below ${OLDEST_VERSION}`] : off;
}

async function settingsOf({
  connection,
  log,
  patienceMs = PATIENCE_MS,
}: Options): Promise<ReadonlyMap<string, string>> {
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    try {
      return await read(connection);
    } catch (cause) {
      if (performance.now() > until) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw startProblem(`The database did not answer: ${reason}`, cause);
      }
      if (tries === 0) log.warn({ err: cause }, "waiting for the database");
      await delay(AGAIN_AFTER_MS);
    }
  }
}

async function read(connection: ConnectionSettings): Promise<ReadonlyMap<string, string>> {
  const client = createClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any ($1)",
      [[...NEEDED, "server_version_num"]],
    );
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  } finally {
    await client.end().catch(() => undefined); // never connected
  }
}
