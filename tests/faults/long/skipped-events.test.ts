import { expect } from "vitest";

import {
  openTailedLog,
  raceReaders,
  SHOPS,
} from "#tests/integration/command-api/event-store/tailing.ts";
import { gapless } from "#tests/kit/database/log-database.ts";
import { row } from "#tests/scorecard/row.ts";

const SEEDS = 3;
const SECONDS = 20;
const EVENTS = 50_000;

row(1, "60 s with three seeds: a reader misses no event", async ({ seed, figure, control }) => {
  const runs: Awaited<ReturnType<typeof raceReaders>>[] = [];
  for (let run = 0; run < SEEDS; run += 1) {
    const db = await openTailedLog();
    runs.push(await raceReaders(db, { seed: seed + run, seconds: SECONDS, events: EVENTS }));
    for (const shop of await Promise.all(SHOPS.map((id) => db.numbersOf(id)))) {
      expect(shop).toEqual(gapless(shop.events));
    }
    await db.close();
  }
  const sum = (of: (run: (typeof runs)[number]) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  figure("events of the smallest run", Math.min(...runs.map(({ events }) => events)), {
    atLeast: EVENTS,
  });
  figure(
    "events skipped",
    sum(({ lost }) => lost),
    { exactly: 0 },
  );
  figure(
    "events read twice",
    sum(({ doubled }) => doubled),
    { exactly: 0 },
  );
  control(
    "events skipped by one cursor over all tenants",
    sum(({ lostByTime }) => lostByTime),
    {
      atLeast: 1,
    },
  );
});
