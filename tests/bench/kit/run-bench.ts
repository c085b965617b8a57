import { median } from "./statistics.ts";

const LEAST_ROUNDS = 5;

export type Variant<Measure extends string> = Readonly<{
  name: string;
  /** One round; returns a number for each measure. */
  run: (round: number) => Promise<Readonly<Record<Measure, number>>>;
}>;

export type BenchOptions<Measure extends string> = Readonly<{
  name: string;
  variants: readonly Variant<Measure>[];
  rounds?: number;
  /** Rounds before the first that counts. */
  warmup?: number;
  log?: (line: string) => void;
}>;

export type BenchResult<Measure extends string> = Readonly<{
  median: (variant: string, measure: Measure) => number;
  /**
   * The median over the rounds of `variant / against`; both ran in the same conditions in each
   * round.
   */
  ratio: (measure: Measure, variant: string, against: string) => number;
}>;

/**
 * Runs the variants side by side: every round runs all of them, and each starts with another one,
 * so that neither a slow minute of the machine nor the order favours one.
 */
export async function runBench<Measure extends string>(
  options: BenchOptions<Measure>,
): Promise<BenchResult<Measure>> {
  const { name, variants, rounds = LEAST_ROUNDS, warmup = 1, log = writeLine } = options;
  if (rounds < LEAST_ROUNDS) throw new Error(`${name}: a median takes ${LEAST_ROUNDS} rounds`);
  const measured = new Map<string, Readonly<Record<Measure, number>>[]>();
  for (const variant of variants) measured.set(variant.name, []);

  log(`${name}: ${variants.length} variants, ${warmup} + ${rounds} rounds`);
  for (let round = -warmup; round < rounds; round += 1) {
    for (const variant of rotated(variants, round + warmup)) {
      const measures = await variant.run(round);
      if (round >= 0) measured.get(variant.name)?.push(measures);
      log(`${roundName(round)}  ${variant.name}  ${describe(measures)}`);
    }
  }
  return toResult(name, measured);
}

function toResult<Measure extends string>(
  name: string,
  measured: ReadonlyMap<string, readonly Readonly<Record<Measure, number>>[]>,
): BenchResult<Measure> {
  const values = (variant: string, measure: Measure) => {
    const rounds = measured.get(variant);
    if (rounds === undefined) throw new Error(`${name} has no variant ${variant}`);
    return rounds.map((measures) => measures[measure]);
  };

  return {
    median: (variant, measure) => median(values(variant, measure)),
    ratio(measure, variant, against) {
      const base = values(against, measure);
      const toRatio = (value: number, round: number) => value / (base[round] ?? Number.NaN);
      return median(values(variant, measure).map(toRatio));
    },
  };
}

function roundName(round: number): string {
  return round < 0 ? "warmup" : `round ${round + 1}`;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function describe(measures: Readonly<Record<string, number>>): string {
  return Object.entries(measures)
    .map(([measure, value]) => `${measure} ${value.toPrecision(4)}`)
    .join("  ");
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
