import { openStream } from "#web/api/http-client.ts";
import { isRefused } from "#web/api/request-error.ts";

import { createEventReader } from "./event-reader.ts";
import type { LiveEvent } from "./event-reader.ts";
import { untilWorthTrying } from "./worth-trying.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const JITTER = 0.25;
/** The server says something every 15 s; three times nothing is a line that is dead. */
const SILENT_FOR_MS = 45_000;
/** One lost line may be a restart behind it; the second in a row is trouble to tell of. */
const LOST_AFTER = 2;

export type Live = Readonly<{
  hear: (event: LiveEvent) => void;
  /** Whether the server can be reached. */
  tell: (reached: boolean) => void;
}>;

/** 1, 2, 4 … at most 30 s, spread by up to a quarter: a server that comes back is not run over. */
export const liveWaitMs = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (1 + JITTER * random);

/** Hears the shop's news until it is stopped, or refused: a lost line is opened again. */
export async function followLive({ hear, tell }: Live, stop: AbortSignal): Promise<void> {
  let failures = 0;
  const hearing = (event: LiveEvent) => {
    failures = 0;
    tell(true);
    hear(event);
  };
  while (!stop.aborted) {
    const isOver = await listen(hearing, stop);
    if (isOver || stop.aborted) return;
    failures += 1;
    if (failures >= LOST_AFTER) tell(false);
    await untilWorthTrying(liveWaitMs(failures), stop);
  }
}

/** Resolves when the line is gone; with true when it will not be given again. */
async function listen(hear: Live["hear"], stop: AbortSignal): Promise<boolean> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let watch = setTimeout(giveUp, SILENT_FOR_MS);
  try {
    const line = AbortSignal.any([stop, silence.signal]);
    const pieces = (await openStream("/api/v1/live", line)).getReader();
    const read = createEventReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return false;
      clearTimeout(watch);
      watch = setTimeout(giveUp, SILENT_FOR_MS);
      read(value).forEach(hear);
    }
  } catch (error) {
    return isRefused(error);
  } finally {
    clearTimeout(watch);
  }
}
