import { Counter, Gauge, Histogram, Registry } from "prom-client";

import { withTimeout } from "#kernel/node/time.ts";

/**
 * Every metric of this process. Each is defined beside the code that it measures, so a process shows
 * only what it does itself. A label has few values: a route's pattern, a status, a projection. It
 * never holds a tenant, a person or anything else that comes with a request.
 */
export const registry = new Registry();

export type Described<Label extends string> = Readonly<{
  name: `tillbook_${string}`;
  help: string;
  labels?: readonly Label[];
}>;

export const createCounter = <Label extends string = never>({
  labels = [],
  ...named
}: Described<Label>): Counter<Label> =>
  new Counter({ ...named, labelNames: labels, registers: [registry] });

export const createHistogram = <Label extends string = never>({
  labels = [],
  buckets,
  ...named
}: Described<Label> & Readonly<{ buckets: readonly number[] }>): Histogram<Label> =>
  new Histogram({ ...named, labelNames: labels, buckets: [...buckets], registers: [registry] });

export type Sample<Label extends string> = Readonly<{
  value: number;
  labels?: Readonly<Record<Label, string>>;
}>;

type Samples<Label extends string> = readonly Sample<Label>[];

/** Values are read when they are asked for. One that cannot be read has none, and nothing waits for it. */
export type Read<Label extends string> = () => Samples<Label> | Promise<Samples<Label>>;

const READ_WITHIN_MS = 2_000;

/**
 * A gauge that is read from its owners at each scrape, and costs nothing between them. Values with
 * the same labels are added up. Returns how an owner joins; that returns how it leaves.
 */
export function createGauge<Label extends string = never>({
  labels = [],
  ...named
}: Described<Label>): (read: Read<Label>) => () => void {
  const owners = new Set<Read<Label>>();
  const gauge = new Gauge<Label>({
    ...named,
    labelNames: labels,
    registers: [registry],
    collect: async () => {
      const samples = (await Promise.all([...owners].map(valuesOf))).flat();
      // Without labels, `reset` would leave a 0 that was not measured.
      if (labels.length === 0) gauge.remove();
      else gauge.reset();
      for (const sample of samples) gauge.inc(sample.labels ?? {}, sample.value);
    },
  });
  return (read) => {
    owners.add(read);
    return () => void owners.delete(read);
  };
}

async function valuesOf<Label extends string>(read: Read<Label>): Promise<Samples<Label>> {
  try {
    return await withTimeout(READ_WITHIN_MS, "a metric", Promise.resolve(read()));
  } catch {
    return [];
  }
}

/** Asks at most once in this time, however many gauges and scrapes want the answer. */
export function sharedFor<Result>(ms: number, ask: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; answer: Promise<Result> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > ms) {
      last = { at: performance.now(), answer: ask() };
    }
    return last.answer;
  };
}
