import type { FreshDatabase } from "#tests/kit/services/service-types.ts";

import type { Rule } from "./checks/check-all.ts";
import type { Planted } from "./planted/planted.ts";
import { simulate, type Simulated } from "./simulate.ts";

/** Where runs take place. Each has a database of its own. */
export type Ground = Readonly<{
  redisUrl: string;
  freshDatabase: () => Promise<FreshDatabase>;
  say: (line: string) => void;
}>;

export type Seeds = Readonly<{ count: number; failures: readonly Simulated[] }>;

/** Runs mostly wait, so two at a time. */
const AT_ONCE = 2;

/** Runs seeds, and prints what went wrong in each that fails, and how to repeat it. */
export async function runSeeds(
  ground: Ground,
  { from, count }: Readonly<{ from: number; count: number }>,
): Promise<Seeds> {
  const startedAt = performance.now();
  const runs: Simulated[] = [];
  await eachOf(ground, { from, count }, async (seed, run) => {
    const simulated = await run(seed);
    runs.push(simulated);
    if (simulated.violations.length > 0) describe(simulated).forEach(ground.say);
    return false;
  });
  const failures = runs.filter(({ violations }) => violations.length > 0);
  const sum = (of: (run: Simulated) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  const seconds = (performance.now() - startedAt) / 1000;
  ground.say(
    `simulation: ${count} seeds from ${from}, ${failures.length} failed; ` +
      `${sum(({ operations }) => operations.ok)} operations done, ` +
      `${sum(({ operations }) => operations.refused)} refused, ` +
      `${sum(({ operations }) => operations.unknown)} without an answer, ` +
      `${sum(({ events }) => events)} events, ${sum(({ faults }) => faults.length)} faults, ` +
      `${seconds.toFixed(1)} s`,
  );
  return { count, failures };
}

/** How many of the seeds break one of the rules; without rules, any. */
export const breaking = ({ failures }: Seeds, ...rules: readonly Rule[]): number =>
  failures.filter(({ violations }) =>
    violations.some(({ rule }) => rules.length === 0 || rules.some((one) => one === rule)),
  ).length;

/** The first seed that finds the planted fault, and how many were tried; undefined if none does. */
export async function hunt(
  ground: Ground,
  planted: Planted,
  { from, most }: Readonly<{ from: number; most: number }>,
): Promise<Readonly<{ tried: number; seed: number }> | undefined> {
  let tried = 0;
  let found: Simulated | undefined;
  await eachOf(ground, { from, count: most }, async (seed, run) => {
    const simulated = await run(seed, planted);
    tried += 1;
    if (simulated.violations.length > 0) found ??= simulated;
    return found !== undefined;
  });
  const [first] = found?.violations ?? [];
  ground.say(
    first
      ? `planted: ${planted.name}: found after ${tried} seeds (${found?.seed}): ${first.rule}: ${first.message}`
      : `planted: ${planted.name}: NOT found by ${most} seeds`,
  );
  return found && { tried, seed: found.seed };
}

/** How many of so many runs of one seed find the planted fault. */
export async function repeats(
  ground: Ground,
  planted: Planted,
  { seed, times }: Readonly<{ seed: number; times: number }>,
): Promise<number> {
  let found = 0;
  await eachOf(ground, { from: 1, count: times }, async (_, run) => {
    if ((await run(seed, planted)).violations.length > 0) found += 1;
    return false;
  });
  ground.say(`planted: ${planted.name}: seed ${seed} finds it in ${found} of ${times} runs`);
  return found;
}

type Run = (seed: number, planted?: Planted) => Promise<Simulated>;

/** Calls `work` with the numbers in order, until it says that this is enough. */
async function eachOf(
  { redisUrl, freshDatabase }: Ground,
  { from, count }: Readonly<{ from: number; count: number }>,
  work: (seed: number, run: Run) => Promise<boolean>,
): Promise<void> {
  const remains: Promise<unknown>[] = [];
  const run: Run = async (seed, planted) => {
    const { adminUrl, drop } = await freshDatabase();
    try {
      return await simulate({ adminUrl, redisUrl, seed, planted, remains });
    } finally {
      remains.push(drop());
    }
  };
  let next = from;
  let isEnough = false;
  const lane = async (): Promise<void> => {
    while (next < from + count && !isEnough) {
      next += 1;
      isEnough ||= await work(next - 1, run);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await Promise.all(remains);
}

/** One line for each violation, then the faults, then the command that repeats the run. */
const describe = ({ seed, violations, faults }: Simulated): string[] => [
  ...violations.map(({ rule, message }) => `seed ${seed}: NOT "${rule}": ${message}`),
  ...faults.map((fault) => `seed ${seed}:   ${fault}`),
  `seed ${seed}: repeat it with  npm run suite simulation -- --seed ${seed}`,
];
