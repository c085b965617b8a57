import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const isZombie = (pid: number): boolean => {
  if (process.platform !== "linux") return false;
  try {
    // "pid (name) state ...": the name may itself hold brackets and spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) === "Z";
  } catch {
    return true;
  }
};

const mayBeSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/**
 * A zombie counts as dead: in a container without an init, a server that was not our child is never
 * reaped.
 */
export const isProcessAlive = (pid: number): boolean => mayBeSignalled(pid) && !isZombie(pid);

export const waitUntilGone = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (isProcessAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
};
