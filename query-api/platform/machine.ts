import { statfs } from "node:fs/promises";
import { cpus, freemem, totalmem } from "node:os";

/** Percentages in use. */
export type Machine = Readonly<{ cpu: number; memory: number; disk: number }>;
export type MeasureMachine = () => Promise<Machine>;

/** A shorter interval would measure noise rather than load. */
const SHORTEST_MS = 1_000;

type Ticks = Readonly<{ atMs: number; busy: number; all: number }>;

/** Processor use is measured between two requests, and for the first one since the start. */
export function createMachine(folder: string = process.cwd()): MeasureMachine {
  let before = ticks();
  let cpu = 0;
  return async () => {
    const now = ticks();
    if (now.atMs - before.atMs >= SHORTEST_MS) {
      cpu = percent(now.busy - before.busy, now.all - before.all);
      before = now;
    }
    const disk = await statfs(folder);
    return {
      cpu,
      memory: percent(totalmem() - freemem(), totalmem()),
      disk: percent(disk.blocks - disk.bavail, disk.blocks),
    };
  };
}

function ticks(): Ticks {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  return { atMs: performance.now(), busy: all - idle, all };
}

/** One decimal, from 0 to 100. */
export const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((part / whole) * 1000) / 10));
