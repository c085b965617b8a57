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

/** Every server of a run works inside its folder, which is how it is known. */
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
 * The throw-away folder of this run. Whatever way the run ends, what works in it is ended: by the
 * teardown in order, at this process's exit by force, or by the next run where this one was killed.
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
