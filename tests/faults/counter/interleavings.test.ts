import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { hashOf } from "./interleavings/figures.ts";
import { imagine } from "./interleavings/imagine.ts";
import { live, type World } from "./interleavings/live.ts";
import { PERFECT, randomNetwork } from "./interleavings/network.ts";

// Three tills over networks that come and go, through the real route, append and projector. Only the
// tills are models.

const CI_SEED = 1;
/** As many interleavings of one history, compared with a network that always works. */
const OF_A_HISTORY = 10;
const MOST_SEED = 2 ** 31;
const MINUTE_MS = 60_000;
/** Every flag that a history can lead to. */
const FLAGS = [
  "archived",
  "customer-unknown",
  "no-right",
  "old-price",
  "other-sum",
  "product-unknown",
];

const { counterInterleavings: RUNS, counterEntries: ENTRIES, ...settings } = readTestSettings();
const SEED = settings.isCi ? CI_SEED : settings.seed;

let apis: Apis;
let world: World;
let nowMs = Date.now();
beforeAll(async () => {
  apis = await openApis({ clock: () => nowMs });
  world = { apis, setNow: (ms) => (nowMs = ms) };
});
afterAll(() => apis.close());

test(
  `TILL-125: three tills that send ${ENTRIES} sales each lead to the same figures in ${RUNS} interleavings (seed ${SEED})`,
  async () => {
    const random = createRandom(SEED);
    const mishaps = { lost: 0, repeated: 0 };
    const seen = { counted: 0, flags: new Set<string>() };
    for (let run = 0; run < RUNS; run += OF_A_HISTORY) {
      const history = imagine(random, ENTRIES);
      const count = Math.min(OF_A_HISTORY, RUNS - run);
      // Each draws by itself, as their requests meet in any order.
      const networks = Array.from({ length: count }, () =>
        randomNetwork(createRandom(Math.floor(random() * MOST_SEED))),
      );
      const [first, ...others] = await live(world, history, [PERFECT, ...networks], mishaps);
      const expected = first?.figures;
      for (const [, ...flags] of expected?.flags ?? []) {
        for (const flag of flags) seen.flags.add(flag);
      }
      for (const { figures, counted } of others) {
        seen.counted += counted;
        // Says where they differ.
        expect(figures).toEqual(expected);
        expect(hashOf(figures)).toBe(expected && hashOf(expected));
      }
    }
    // Histories in which nothing meets would prove nothing.
    expect([...seen.flags]).toEqual(expect.arrayContaining(FLAGS));
    expect(Math.min(seen.counted, mishaps.lost, mishaps.repeated)).toBeGreaterThan(0);
  },
  MINUTE_MS + RUNS * ENTRIES * 1_000,
);
