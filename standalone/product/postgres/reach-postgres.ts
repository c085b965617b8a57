import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { startProblem } from "#kernel/node/start-problem.ts";

import { freePort } from "./free-port.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { adminUrlOf, type Cluster } from "./postgres-cluster.ts";
import { takeDataFolderLock, type HeldLock } from "./postgres-lock.ts";
import { findPostmaster, lastWords, spawnPostmaster, type Postmaster } from "./postmaster.ts";
import { isProcessAlive } from "./process-alive.ts";

export type Site = Readonly<{
  cluster: Cluster;
  binaries: PostgresBinaries;
  log: (line: string) => void;
  settings: Readonly<Record<string, string>>;
}>;

export type ReachedPostgres = Readonly<{
  server: Postmaster;
  adminUrl: string;
  lock: HeldLock;
  adopted: boolean;
}>;

const TRIES = 3;
const RETRY_MS = 50;
const FOUND_SERVER_MS = 15_000;
// A server that we started may recover from a crash first, which can take minutes.
const OWN_SERVER_MS = 600_000;
const REPORT_MS = 15_000;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The lock, or the reason why it cannot be taken yet. */
const tryLock = async (site: Site, adminUrl: string): Promise<HeldLock | string> => {
  const attempt = await takeDataFolderLock(adminUrl).catch(reasonOf);
  if (typeof attempt === "string" || "release" in attempt) return attempt;
  // The server needs a moment to notice that a killed process is gone.
  if (isProcessAlive(Number(attempt.holder))) {
    throw startProblem(
      `Already running as pid ${attempt.holder} on the data folder ${dirname(site.cluster.home)}.`,
    );
  }
  return `pid ${attempt.holder} holds it`;
};

/** Undefined if the server went away meanwhile. */
const lockWithPatience = async (
  site: Site,
  server: Postmaster,
  patienceMs: number,
): Promise<HeldLock | undefined> => {
  const adminUrl = await adminUrlOf(site.cluster, server.port);
  const begin = performance.now();
  let reportAt = begin + REPORT_MS;
  while (isProcessAlive(server.pid)) {
    const lock = await tryLock(site, adminUrl);
    if (typeof lock !== "string") return lock;
    const now = performance.now();
    if (now - begin > patienceMs) {
      throw startProblem(
        `A Postgres (pid ${server.pid}) runs on ${site.cluster.data} and cannot be used: ${lock}.`,
      );
    }
    if (now > reportAt) {
      site.log(`Still waiting for the database: ${lock}`);
      reportAt += REPORT_MS;
    }
    await delay(RETRY_MS);
  }
  return undefined;
};

/**
 * Adopts the server that runs on this cluster, or starts one, and takes the lock of the data
 * folder.
 */
export const reachPostgres = async (site: Site, port?: number): Promise<ReachedPostgres> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = await findPostmaster(site.cluster);
    const server =
      found ??
      (await spawnPostmaster(site.cluster, site.binaries, {
        ...site.settings,
        port: String(port ?? (await freePort())),
      }));
    const patienceMs = found === undefined ? OWN_SERVER_MS : FOUND_SERVER_MS;
    const lock = await lockWithPatience(site, server, patienceMs);
    if (lock !== undefined) {
      const adminUrl = await adminUrlOf(site.cluster, server.port);
      return { server, adminUrl, lock, adopted: found !== undefined };
    }
  }
  throw startProblem(
    `Postgres did not start: ${await lastWords(site.cluster)} (more in ${site.cluster.home}).`,
  );
};
