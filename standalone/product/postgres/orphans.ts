import { readdir, readFile, readlink, realpath } from "node:fs/promises";

import type { Cluster } from "./postgres-cluster.ts";

type Found = Readonly<{ pid: number; parent: number }>;

/**
 * Ends the processes that a killed server left behind. They notice its end by themselves, but not
 * at once when they are busy, and a new server refuses to start while they use the old memory.
 */
export async function endOrphans(cluster: Cluster): Promise<void> {
  if (process.platform !== "linux") return;
  const data = await realpath(cluster.data);
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const inFolder = (await Promise.all(pids.map((pid) => foundIn(data, pid)))).flat();
  const own = new Set(inFolder.map(({ pid }) => pid));
  for (const { pid, parent } of inFolder) {
    // A server that is just starting, and its processes, are left alone.
    if (!own.has(parent) && (await isServed(pid))) kill(pid);
  }
}

async function foundIn(data: string, pid: number): Promise<readonly Found[]> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder !== data) return [];
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // "pid (name) state parent …": the name may itself hold brackets and spaces.
  const parent = Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
  return [{ pid, parent }];
}

/** The server itself shows its command line; its processes call themselves "postgres: …". */
const isServed = async (pid: number): Promise<boolean> =>
  (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).startsWith("postgres: ");

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
