import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { type Figures, hashOf } from "./interleavings/figures.ts";
import { imagine, type Step } from "./interleavings/imagine.ts";
import { live, type World } from "./interleavings/live.ts";
import { PERFECT, randomNetwork } from "./interleavings/network.ts";

// Three tills over networks that come and go, through the real route, append and projector. Only the
// tills are models.

const CI_SEED = 1;
/** As many interleavings of one history, compared with a network that always works. */
const OF_A_HISTORY = 10;
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
    let history: readonly Step[] = [];
    let expected: Figures | undefined;
    let hash = "";
    for (let run = 0; run < RUNS; run += 1) {
      if (run % OF_A_HISTORY === 0) {
        history = imagine(random, ENTRIES);
        expected = (await live(world, history, PERFECT)).figures;
        hash = hashOf(expected);
        for (const [, ...flags] of expected.flags) for (const flag of flags) seen.flags.add(flag);
      }
      const { figures, counted } = await live(world, history, randomNetwork(random), mishaps);
      seen.counted += counted;
      // Says where they differ.
      expect(figures).toEqual(expected);
      expect(hashOf(figures)).toBe(hash);
    }
    // Histories in which nothing meets would prove nothing.
    expect([...seen.flags]).toEqual(expect.arrayContaining(FLAGS));
    expect(Math.min(seen.counted, mishaps.lost, mishaps.repeated)).toBeGreaterThan(0);
  },
  MINUTE_MS + RUNS * ENTRIES * 1_000,
);
