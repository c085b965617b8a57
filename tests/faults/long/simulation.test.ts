import { beforeAll, expect, test } from "vitest";

import { PLANTED, plantedFault } from "#tests/faults/simulation/planted/catalogue.ts";
import {
  breaking,
  type Ground,
  hunt,
  repeats,
  runSeeds,
  type Seeds,
} from "#tests/faults/simulation/run-seeds.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { freshDatabase, redis } from "#tests/kit/services/services.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";
import { row, type RowTest } from "#tests/scorecard/row.ts";

const COUNT = 200;
const TRIES = 40;
const TIMES = 5;
const LONGEST_MS = 20 * 60_000;
/** The last two need retries, or clocks, in a certain order. */
const REPEATED = [
  "an event is edited in the log",
  "the log forgets idempotency keys",
  "the log takes the clock as it is",
];

describeWith(["postgres", "redis"], "simulation", () => {
  let ground: Ground;
  let seeds: Promise<Seeds> | undefined;
  const from = readTestSettings().seed;
  const theSeeds = (): Promise<Seeds> => (seeds ??= runSeeds(ground, { from, count: COUNT }));

  beforeAll(async () => {
    const { url: redisUrl } = await redis({ own: true });
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    ground = { redisUrl, freshDatabase, say };
  });

  const findsOne = async (control: RowTest["control"], name: string): Promise<void> => {
    const found = await hunt(ground, plantedFault(name), { from, most: TRIES });
    control(`seeds until found: ${name}`, found?.tried ?? TRIES + 1, { atMost: TRIES });
  };

  test(
    "simulation: every rule holds after random faults, with 200 seeds",
    async () => {
      const { failures } = await theSeeds();
      expect(failures.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
    },
    LONGEST_MS,
  );

  row(
    1,
    "simulation: no event is skipped by relay, followers or read models",
    async ({ figure, control }) => {
      const skipping = breaking(
        await theSeeds(),
        "a log and its streams are numbered without a gap",
        "a reader never missed an event that came before its position",
        "the bus has accepted every event, in order",
        "read models equal a replay of the log",
      );
      figure(`of ${COUNT} seeds skip an event`, skipping, { exactly: 0 });
      await findsOne(control, "the relay moves its cursor before it sends");
      await findsOne(control, "the projector ignores gaps");
    },
    LONGEST_MS,
  );

  row(
    9,
    "simulation: lost, repeated, late and shuffled messages and killed projectors change nothing",
    async ({ figure, control }) => {
      const differing = breaking(
        await theSeeds(),
        "read models equal a replay of the log",
        "no read model is parked",
        "the screens show what the log adds up to",
      );
      figure(`of ${COUNT} seeds make a read model differ`, differing, { exactly: 0 });
      await findsOne(control, "the projector saves its checkpoint before the rows");
      await findsOne(control, "the projector applies a repeated message again");
    },
    LONGEST_MS,
  );

  row(
    21,
    "simulation: connections cut, parted and hanging at random lose and double nothing",
    async ({ figure, control }) => {
      const lost = breaking(
        await theSeeds(),
        "an acknowledged operation is in the log exactly once",
        "nothing else is in the log, and nothing that was refused",
        "one key gives one answer",
        "a client reads what it wrote",
      );
      figure(`of ${COUNT} seeds lose or double an operation`, lost, { exactly: 0 });
      await findsOne(control, "the log forgets idempotency keys");
      await findsOne(control, "a void is acknowledged before it is recorded");
    },
    LONGEST_MS,
  );

  row(
    37,
    "simulation: clocks that jump change neither order nor sums",
    async ({ figure, control }) => {
      const broken = breaking(
        await theSeeds(),
        "recorded times do not go back",
        "the chain of hashes holds, also while the sellers worked",
        "the screens show what the log adds up to",
        "the platform's totals are the sums of its tenants",
      );
      figure(`of ${COUNT} seeds break order or sums`, broken, { exactly: 0 });
      await findsOne(control, "the log takes the clock as it is");
    },
    LONGEST_MS,
  );

  test(
    "simulation: each planted fault is found by some seed",
    async () => {
      const missed: string[] = [];
      for (const planted of PLANTED) {
        const found = await hunt(ground, planted, { from, most: TRIES });
        if (found === undefined) missed.push(planted.name);
      }
      expect(missed).toEqual([]);
    },
    LONGEST_MS,
  );

  test.each(REPEATED)(
    "simulation: a seed that finds it finds it again: %s",
    async (name) => {
      const planted = plantedFault(name);
      const found = await hunt(ground, planted, { from, most: TRIES });
      expect(await repeats(ground, planted, { seed: found?.seed ?? from, times: TIMES })).toBe(
        TIMES,
      );
    },
    LONGEST_MS,
  );
});
