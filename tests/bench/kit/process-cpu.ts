import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms, whatever the kernel's own clock. */
const MS_PER_TICK = 10;

type ProcessStat = Readonly<{
  pid: number;
  parent: number;
  /** Processor time of the process and of its ended children, in ticks. */
  own: number;
  ended: number;
}>;

/**
 * Processor time of a whole Postgres server so far: the postmaster, its living children and the
 * ended ones. Null where there is no /proc, or the process is on another machine.
 */
export function postgresCpuMs(postmaster: number): number | null {
  const stats = processStats();
  const root = stats.find(({ pid }) => pid === postmaster);
  if (root === undefined) return null;
  const children = stats.filter(({ parent }) => parent === postmaster);
  const ticks = children.reduce((sum, { own }) => sum + own, root.own + root.ended);
  return ticks * MS_PER_TICK;
}

/** Processor time of one process with all its threads so far. NaN where there is no /proc. */
export function processCpuMs(pid: number | undefined): number {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8")).own * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

/** One line of /proc/<pid>/stat. The name in brackets may contain blanks and brackets. */
function parseStat(text: string): ProcessStat {
  const nameEnd = text.lastIndexOf(") ");
  const fields = text.slice(nameEnd + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    own: field(14) + field(15),
    ended: field(16) + field(17),
  };
}

function processStats(): ProcessStat[] {
  return processIds().flatMap((pid) => {
    try {
      return [parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))];
    } catch {
      return []; // It ended between the listing and the reading.
    }
  });
}

function processIds(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

export type TreeCpu = Readonly<{ rootMs: number; descendantsMs: number }>;

/**
 * Processor time of a process so far, all its threads among it, and that of all processes below it,
 * the ended ones included: for the standalone product Node's and Postgres's. NaN where there is no
 * /proc.
 */
export function treeCpuMs(root: number): TreeCpu {
  const byParent = Map.groupBy(processStats(), ({ parent }) => parent);
  const below = (pid: number): number =>
    (byParent.get(pid) ?? []).reduce(
      (sum, child) => sum + child.own + child.ended + below(child.pid),
      0,
    );
  const own = [...byParent.values()].flat().find(({ pid }) => pid === root);
  return {
    rootMs: (own?.own ?? Number.NaN) * MS_PER_TICK,
    descendantsMs: (below(root) + (own?.ended ?? Number.NaN)) * MS_PER_TICK,
  };
}
