import { setTimeout as delay } from "node:timers/promises";

import { expect } from "vitest";

import type { AlertLabels, Prometheus } from "./prometheus.ts";

/** Alerts by name, with labels that they must carry at least. */
type Expected = Readonly<Record<string, AlertLabels>>;

export type AlertWatch = Readonly<{
  /** The names of all alerts that have fired so far. */
  seen: () => string[];
  /**
   * Makes a fault and waits until each of these alerts fires with these labels, so for this fault:
   * none of them may be firing before. Then takes the fault away.
   */
  provedBy: (expected: Expected, makeFault: () => Promise<() => Promise<void>>) => Promise<void>;
  /** The names of the alerts that have fired for their fault, sorted. */
  proved: () => string[];
  /** Waits until no alert fires, and prints when each went out. */
  out: (withinMs: number) => Promise<void>;
  stop: () => Promise<void>;
}>;

const LOOK_EVERY_MS = 250;
/** Two alerts are about more than a minute. */
const FIRES_WITHIN_MS = 120_000;
/** Of an alert that a fault before this one has caused as well. */
const QUIET_WITHIN_MS = 60_000;

type Change = Readonly<{ at: number; labels: AlertLabels }>;

export function watchAlerts(prometheus: Prometheus): AlertWatch {
  let now: readonly AlertLabels[] = [];
  /** Each alert that began or ended to fire, with the time. */
  const began: Change[] = [];
  const ended = new Map<string, number>();
  const mendedAt = new Map<string, number>();
  const proved = new Set<string>();
  let isStopped = false;

  const look = async (): Promise<void> => {
    const firing = await prometheus.firing();
    const at = performance.now();
    const has = (list: readonly AlertLabels[], one: AlertLabels) =>
      list.some((other) => keyOf(other) === keyOf(one));
    for (const labels of firing) if (!has(now, labels)) began.push({ at, labels });
    for (const labels of now) if (!has(firing, labels)) ended.set(nameOf(labels), at);
    now = firing;
  };
  const watching = (async () => {
    while (!isStopped) {
      await look().catch(() => undefined);
      await delay(LOOK_EVERY_MS);
    }
  })();

  const waitFor = async (isSo: () => boolean, withinMs: number): Promise<void> => {
    const until = performance.now() + withinMs;
    while (!isSo() && performance.now() < until) await delay(LOOK_EVERY_MS);
  };
  const firing = (names: readonly string[]) =>
    now.map(nameOf).filter((name) => names.includes(name));

  return {
    seen: () => [...new Set(began.map(({ labels }) => nameOf(labels)))],
    provedBy: async (expected, makeFault) => {
      const names = Object.keys(expected);
      await waitFor(() => firing(names).length === 0, QUIET_WITHIN_MS);
      expect(firing(names)).toEqual([]);
      const faultAt = performance.now();
      const beganAt = (name: string) =>
        began.find(({ at, labels }) => at > faultAt && matches(labels, name, expected[name]))?.at;
      const missing = () => names.filter((name) => beganAt(name) === undefined);
      const mend = await makeFault();
      try {
        await waitFor(() => missing().length === 0, FIRES_WITHIN_MS);
      } finally {
        await mend();
        const others = new Set(
          began.filter(({ at }) => at > faultAt).map(({ labels }) => nameOf(labels)),
        );
        for (const name of names) {
          others.delete(name);
          mendedAt.set(name, performance.now());
          process.stdout.write(`${name}\tfires after ${secondsFrom(faultAt, beganAt(name))}\n`);
        }
        if (others.size > 0) process.stdout.write(`\tas well: ${[...others].join(", ")}\n`);
      }
      expect(missing()).toEqual([]);
      names.forEach((name) => proved.add(name));
    },
    proved: () => [...proved].toSorted(),
    out: async (withinMs) => {
      await waitFor(() => now.length === 0, withinMs);
      for (const [name, at] of mendedAt) {
        process.stdout.write(`${name}\tout after ${secondsFrom(at, ended.get(name))}\n`);
      }
      expect(now).toEqual([]);
    },
    stop: async () => {
      isStopped = true;
      await watching;
    },
  };
}

const nameOf = ({ alertname = "" }: AlertLabels): string => alertname;

const keyOf = (labels: AlertLabels): string => JSON.stringify(labels);

const matches = (labels: AlertLabels, name: string, wanted: AlertLabels = {}): boolean =>
  nameOf(labels) === name &&
  Object.entries(wanted).every(([label, value]) => labels[label] === value);

const MS = 1_000;

const secondsFrom = (from: number, to: number | undefined): string =>
  to === undefined ? "never" : `${((to - from) / MS).toFixed(0)} s`;
