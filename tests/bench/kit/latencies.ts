import { percentile } from "./statistics.ts";

const FIRST_ROOM = 4096;

export type LatencySummary = Readonly<{ p50Ms: number; p99Ms: number; maxMs: number }>;

export type Latencies = {
  add: (ms: number) => void;
  count: () => number;
  summary: () => LatencySummary;
};

/** Uses constant memory: the load generator shares the processors with what it measures. */
export function collectLatencies(): Latencies {
  let room = new Float64Array(FIRST_ROOM);
  let count = 0;

  return {
    add(ms) {
      if (count === room.length) {
        const wider = new Float64Array(room.length * 2);
        wider.set(room);
        room = wider;
      }
      room[count] = ms;
      count += 1;
    },
    count: () => count,
    summary() {
      const sorted = room.slice(0, count).toSorted();
      return {
        p50Ms: percentile(sorted, 50),
        p99Ms: percentile(sorted, 99),
        maxMs: percentile(sorted, 100),
      };
    },
  };
}
