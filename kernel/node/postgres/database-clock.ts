import type { Log } from "#kernel/node/logging/logger.ts";
import { type Clock, repeatEvery } from "#kernel/node/time.ts";

import { type ConnectionSettings, createPool, type Pool } from "./connections.ts";

export type DatabaseClock = Readonly<{ clock: Clock; stop: () => Promise<void> }>;

type Options = Readonly<{ connection: ConnectionSettings; log: Log }>;

const READ_EVERY_MS = 5_000;
/** Readings at the start, as one may be slow. */
const FIRST_READINGS = 3;
/** How far two clocks drift apart in a millisecond, at most: time daemons slew by 500 ppm. */
const DRIFT = 0.000_5;

/**
 * The clock of the database, which all services share: a service whose own clock is wrong or jumps
 * still records the right time, and accepts no token past its expiry. Between two readings, and
 * while the database is away, it goes on by the steady clock of the process.
 */
export async function followDatabaseClock({ connection, log }: Options): Promise<DatabaseClock> {
  const pool = createPool({ ...connection, max: 1, purpose: "clock" });
  const stopping = new AbortController();
  let known = await readClock(pool);
  const correct = async (): Promise<void> => {
    known = narrow(known, await readClock(pool));
  };
  for (let more = 1; more < FIRST_READINGS; more++) await correct();
  const { signal } = stopping;
  const following = repeatEvery("clock of the database", correct, {
    everyMs: READ_EVERY_MS,
    log,
    signal,
  });
  return {
    clock: () => Math.round(performance.now() + (known.leastMs + known.mostMs) / 2),
    stop: async () => {
      stopping.abort();
      await following;
      await pool.end();
    },
  };
}

/**
 * How far the database's time is ahead of the steady clock, whose zero is the process's start: it
 * read its time at some moment between question and answer.
 */
export type Ahead = Readonly<{ leastMs: number; mostMs: number; readAt: number }>;

/**
 * What two readings say together. A slow one says little and so changes little: two services whose
 * clocks differed by half its time would record the sales of a shop in the wrong order.
 */
export function narrow(known: Ahead, reading: Ahead): Ahead {
  const driftMs = (reading.readAt - known.readAt) * DRIFT;
  const leastMs = Math.max(known.leastMs - driftMs, reading.leastMs);
  const mostMs = Math.min(known.mostMs + driftMs, reading.mostMs);
  const wasSet = leastMs > mostMs;
  return wasSet ? reading : { leastMs, mostMs, readAt: reading.readAt };
}

async function readClock(pool: Pool): Promise<Ahead> {
  const askedAt = performance.now();
  const { rows } = await pool.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  const answeredAt = performance.now();
  const [row] = rows;
  if (!row) throw new Error("the database gave no time");
  return { leastMs: row.ms - answeredAt, mostMs: row.ms - askedAt, readAt: answeredAt };
}
