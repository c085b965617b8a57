import { setTimeout as delay } from "node:timers/promises";

import type { TenantQueue, Turn } from "#kernel/node/pending-tenants.ts";

import { consumeOrPark, type Parking } from "./parking.ts";
import type { Projection } from "./projections/projection.ts";
import { BATCH, fromLog } from "./sources.ts";

export type LogFollowing = Readonly<{
  parking: Parking;
  projections: readonly Projection[];
  queue: TenantQueue;
}>;

/** Two: one folds while the other waits for the database. */
const LANES = 2;
const LONGEST_PAUSE_MS = 1_000;

/** Brings the tenants of the queue to the end of the log, until it is stopped. */
export async function followLog(following: LogFollowing, signal: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, () => lane(following, signal)));
}

async function lane(following: LogFollowing, signal: AbortSignal): Promise<void> {
  let failures = 0;
  for (;;) {
    const turn = await following.queue.next(signal);
    if (signal.aborted || turn === undefined) return;
    try {
      await take(following, turn);
      failures = 0;
    } catch (err) {
      following.queue.again(turn);
      if (failures === 0) following.parking.log.warn({ err }, "the log is out of reach");
      failures += 1;
      const pauseMs = Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined); // stopped
    }
  }
}

async function take({ parking, projections, queue }: LogFollowing, turn: Turn): Promise<void> {
  let count = 0;
  await consumeOrPark(parking, { ...turn, projections }, async (client, checkpoints) => {
    const events = await fromLog()(client, checkpoints);
    count = events.length;
    return events;
  });
  if (count === BATCH) queue.again(turn);
}
