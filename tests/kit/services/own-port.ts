import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { canListen } from "#standalone/product/postgres/free-port.ts";
import { isProcessAlive } from "#standalone/product/postgres/process-alive.ts";

// Above the ports that the product takes for its own Postgres, below those of outgoing connections.
const LOWEST = 30_000;
const HIGHEST = 32_768;
const TRIES = 500;

const folder = join(tmpdir(), `tillbook-ports-${userInfo().username}`);

const ownerOf = (file: string): number => {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    // Its owner is dead, and another process has just removed it.
    return process.pid;
  }
};

/** Writes a file with this process's id. The port of a dead owner is free at the next try. */
const reserve = (port: number): boolean => {
  const file = join(folder, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isProcessAlive(ownerOf(file))) rmSync(file, { force: true });
    return false;
  }
};

/**
 * A port that no other test of this machine gets as long as this process lives: a server may listen
 * on it only after seconds, stop and start again.
 */
export const ownPort = async (): Promise<number> => {
  mkdirSync(folder, { recursive: true });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (reserve(port) && (await canListen(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} on 127.0.0.1`);
};
