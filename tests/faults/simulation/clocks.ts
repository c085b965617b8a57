import type pg from "pg";

import type { Clock } from "#kernel/node/time.ts";

/** Half an hour before midnight at the end of a month: a jump changes the day and the month. */
const START_MS = Date.parse("2026-03-31T23:30:00Z");

/** Later than any clock of the run. */
export const END_MS = START_MS + 3 * 86_400_000;

export type JumpingClock = Readonly<{ now: Clock; jump: (ms: number) => void }>;

export type Clocks = Readonly<{
  /** The clock of one machine. */
  of: (name: string) => JumpingClock;
  /** The clock of Postgres, from which the log takes its times. */
  jumpPostgres: (ms: number) => Promise<void>;
}>;

/** Every machine has its own clock, and each of them can jump. */
export async function openClocks(admin: pg.Pool): Promise<Clocks> {
  const startedAt = performance.now();
  const byName = new Map<string, JumpingClock>();
  const create = (): JumpingClock => {
    let aheadMs = 0;
    return {
      now: () => Math.round(START_MS + performance.now() - startedAt + aheadMs),
      jump: (ms) => (aheadMs += ms),
    };
  };
  await admin.query(POSTGRES_CLOCK);
  const jumpPostgres = async (ms: number): Promise<void> => {
    await admin.query("update simulation.clock set ahead_ms = ahead_ms + $1", [ms]);
  };
  await jumpPostgres(START_MS - Date.now());
  return {
    of: (name) => {
      const clock = byName.get(name) ?? create();
      byName.set(name, clock);
      return clock;
    },
    jumpPostgres,
  };
}

/** The functions that append as they are, with a clock that can be set. */
const POSTGRES_CLOCK = `
  create schema simulation;
  create table simulation.clock (ahead_ms bigint not null);
  insert into simulation.clock values (0);
  create function simulation.now() returns timestamptz language sql volatile security definer
    as $$ select clock_timestamp() + (select ahead_ms from simulation.clock) * interval '1 ms' $$;
  grant usage on schema simulation to public;
  do $$
  begin
    execute replace(pg_get_functiondef('es.append_any'::regproc), 'clock_timestamp()', 'simulation.now()');
    execute replace(pg_get_functiondef('es.append_plain_on'::regproc), 'clock_timestamp()', 'simulation.now()');
  end $$`;
