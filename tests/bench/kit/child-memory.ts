import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 50;
const PEAK = /^VmHWM:\s+(\d+) kB$/m;

export type ChildRun = Readonly<{
  code: number;
  out: string;
  seconds: number;
  /** Peak memory; NaN where there is no /proc. */
  peakMb: number;
}>;

/** Runs a program to its end; returns its time and peak memory. */
export async function runChild(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ChildRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  let peakMb = Number.NaN;
  const watching = setInterval(() => (peakMb = peakMbOf(child.pid) ?? peakMb), LOOK_EVERY_MS);
  await once(child, "close");
  clearInterval(watching);
  const seconds = (performance.now() - startedAt) / 1000;
  return { code: child.exitCode ?? -1, out, seconds, peakMb };
}

/** A process's peak memory so far. */
export function peakMbOf(pid: number | undefined): number | undefined {
  try {
    const kb = PEAK.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined; // It has ended.
  }
}
