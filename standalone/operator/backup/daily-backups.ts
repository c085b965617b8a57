import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { noteBackup, noteRestoreTest } from "#command-api/platform/backups.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { repeatEvery, type Clock } from "#kernel/node/time.ts";

import { backupMs, backupName, isBackupName } from "./backup-paths.ts";
import type { BackupSecret } from "./backup-secret.ts";
import { type BackupSource, type TakenBackup, writeBackup } from "./write-backup.ts";

export type DailyBackups = Readonly<{
  source: () => Promise<BackupSource>;
  secret: () => Promise<BackupSecret>;
  dir: string;
  /** Restores the backup into a temporary database; rejects if that fails. */
  tryRestore: (path: string) => Promise<void>;
  store: EventStore;
  clock: Clock;
  log: Log;
}>;

const DAY_MS = 86_400_000;
const KEPT = 14;
const LOOK_EVERY_MS = 10 * 60_000;
/** Delays the first check until the start has finished its other work. */
const AFTER_START_MS = 2 * 60_000;
const STOP_MS = 2_000;

export function startDailyBackups(
  options: DailyBackups,
  afterMs = AFTER_START_MS,
): Readonly<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const begin = async (): Promise<void> => {
    await delay(afterMs, undefined, { signal }).catch(() => undefined); // Rejects when stopped.
    const timing = { everyMs: LOOK_EVERY_MS, log: options.log, signal };
    await repeatEvery("daily backup", () => backUpIfDue(options, signal), timing);
  };
  const running = begin();
  return {
    stop: async () => {
      stopping.abort();
      // Cancels the backup being written; a trial restore ends with its database.
      await Promise.race([running, delay(STOP_MS)]);
    },
  };
}

/**
 * If the last backup is a day old: takes one, restores it as a trial, and deletes the oldest ones
 * beyond 14.
 */
export async function backUpIfDue(options: DailyBackups, signal?: AbortSignal): Promise<void> {
  const { dir, clock } = options;
  const nowMs = clock();
  const last = (await namesIn(dir)).at(-1);
  if (last !== undefined && nowMs - backupMs(last) < DAY_MS) return;
  const path = join(dir, backupName(nowMs));
  const secret = await options.secret();
  const taken = await writeBackup(await options.source(), { path, secret, nowMs, signal });
  await noteBackup(options.store, taken, clock());
  await dropOldest(dir);
  await test(options, path, { ...taken, signal });
}

async function test(
  { tryRestore, store, clock, log }: DailyBackups,
  path: string,
  {
    backupId,
    signal,
  }: Pick<TakenBackup, "backupId"> & Readonly<{ signal?: AbortSignal | undefined }>,
): Promise<void> {
  try {
    await tryRestore(path);
  } catch (err) {
    if (signal?.aborted) return;
    const error = err instanceof Error ? err.message : String(err);
    log.error({ err, path }, "the backup was read back and cannot be restored");
    await noteRestoreTest(store, { backupId, ok: false, error }, clock());
    return;
  }
  await noteRestoreTest(store, { backupId, ok: true }, clock());
}

const namesIn = async (dir: string): Promise<readonly string[]> =>
  (await readdir(dir).catch(() => [])).filter(isBackupName).toSorted();

async function dropOldest(dir: string): Promise<void> {
  for (const name of (await namesIn(dir)).slice(0, -KEPT)) await rm(join(dir, name));
}
