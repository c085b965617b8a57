import { mkdirSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

import { isProcessAlive } from "#standalone/product/postgres/process-alive.ts";

const NAME = /^tillbook-tests-(\d+)$/;

const workingFolder = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
};

/** A server of a run is recognised by its working folder. */
const killServersIn = (folder: string): void => {
  if (process.platform !== "linux") return;
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);
  for (const pid of pids) {
    if (workingFolder(pid).startsWith(folder + sep) && isProcessAlive(pid)) {
      process.kill(pid, "SIGKILL");
    }
  }
};

const clear = (folder: string): void => {
  killServersIn(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

/**
 * The temporary folder of this run. Servers that work in it are always stopped: by the teardown, by
 * force when this process exits, or by the next run if this one was killed.
 */
export const createRunFolder = (): string => {
  const abandoned = readdirSync(tmpdir()).filter((name) => {
    const [, pid] = NAME.exec(name) ?? [];
    return pid !== undefined && (Number(pid) === process.pid || !isProcessAlive(Number(pid)));
  });
  for (const name of abandoned) clear(join(tmpdir(), name));
  const folder = join(tmpdir(), `tillbook-tests-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  process.once("exit", () => clear(folder));
  return folder;
};
