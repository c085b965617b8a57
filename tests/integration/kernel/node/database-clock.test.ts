import { afterAll, afterEach, beforeAll, vi } from "vitest";

import { type DatabaseClock, followDatabaseClock } from "#kernel/node/postgres/database-clock.ts";
import { systemClock } from "#kernel/node/time.ts";
import { type LogDatabase, openLogDatabase } from "#tests/kit/database/log-database.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const HOUR_MS = 3_600_000;
const LEEWAY_MS = 1_000;

describeWith(["postgres"], "the clock of the database", () => {
  let database: LogDatabase;
  let followed: DatabaseClock;
  beforeAll(async () => {
    database = await openLogDatabase();
    const connection = connectionAs("query_ro", database.adminUrl);
    followed = await followDatabaseClock({ connection, log: silent });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await followed.stop();
    await database.close();
  });

  const offMs = async (clock: () => number): Promise<number> => {
    const [time] = await database.query<{ ms: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    );
    return Math.abs(clock() - (time?.ms ?? 0));
  };

  row(37, "is followed whatever the clock of the process says", async ({ figure, control }) => {
    const realNow = Date.now;
    for (const shiftMs of [0, HOUR_MS, -HOUR_MS, -HOUR_MS / 6]) {
      vi.spyOn(Date, "now").mockImplementation(() => realNow() + shiftMs);
      figure(`ms off, shifted by ${shiftMs} ms`, await offMs(followed.clock), {
        atMost: LEEWAY_MS,
      });
    }
    control("ms off of the process's own clock", await offMs(systemClock), {
      atLeast: 60_000,
    });
  });
});
