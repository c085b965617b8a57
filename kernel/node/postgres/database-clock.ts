import type { Log } from "#kernel/node/logging/logger.ts";
import { type Clock, repeatEvery } from "#kernel/node/time.ts";

import { type ConnectionSettings, createPool, type Pool } from "./connections.ts";

export type DatabaseClock = Readonly<{ clock: Clock; stop: () => Promise<void> }>;

type Options = Readonly<{ connection: ConnectionSettings; log: Log }>;

const READ_EVERY_MS = 5_000;
/** An answer that took longer says too little about the time at which it was given. */
const LONGEST_READ_MS = 250;

/**
 * The clock of the database, which all services share: a service whose own clock is wrong or jumps
 * still records the right time, and accepts no token past its expiry. Between two readings, and
 * while the database is away, it goes on by the steady clock of the process.
 */
export async function followDatabaseClock({ connection, log }: Options): Promise<DatabaseClock> {
  const pool = createPool({ ...connection, max: 1, purpose: "clock" });
  const stopping = new AbortController();
  let { aheadMs } = await readClock(pool);
  const correct = async (): Promise<void> => {
    const reading = await readClock(pool);
    if (reading.tookMs <= LONGEST_READ_MS) aheadMs = reading.aheadMs;
  };
  const { signal } = stopping;
  const following = repeatEvery("clock of the database", correct, {
    everyMs: READ_EVERY_MS,
    log,
    signal,
  });
  return {
    clock: () => Math.round(performance.now() + aheadMs),
    stop: async () => {
      stopping.abort();
      await following;
      await pool.end();
    },
  };
}

/** How far the database's time is ahead of the steady clock, whose zero is the process's start. */
async function readClock(pool: Pool): Promise<Readonly<{ aheadMs: number; tookMs: number }>> {
  const askedAt = performance.now();
  const { rows } = await pool.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  const answeredAt = performance.now();
  const [row] = rows;
  if (!row) throw new Error("the database gave no time");
  return { aheadMs: row.ms - (askedAt + answeredAt) / 2, tookMs: answeredAt - askedAt };
}
