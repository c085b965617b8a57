import { createCounter, createHistogram } from "#kernel/node/metrics/registry.ts";

const MS = 1_000;

const commands = createHistogram({
  name: "tillbook_append_commands",
  help: "Commands that one append committed together",
  buckets: [1, 2, 4, 8, 16, 32, 64],
});

const seconds = createHistogram({
  name: "tillbook_append_seconds",
  help: "Time of one append with its repeats, until it is committed",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

const plain = createCounter({
  name: "tillbook_append_plain_commands_total",
  help: "Commands that were appended by the plain path",
});

const stale = createCounter({
  name: "tillbook_append_stale_commands_total",
  help: "Commands that were decided on remembered heads and then loaded and decided again",
});

const repeats = createCounter({
  name: "tillbook_append_repeats_total",
  help: "Appends that were sent again after a deadlock, a lock timeout or a lost connection",
});

export function measureAppend(count: number, tookMs: number): void {
  commands.observe(count);
  seconds.observe(tookMs / MS);
}

export const measureRepeat = (): void => repeats.inc();

export const measurePlain = (count: number): void => plain.inc(count);

export const measureStale = (count: number): void => stale.inc(count);
