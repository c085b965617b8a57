import { retryDelayMs } from "#kernel/contract/backoff.ts";
import { openStream } from "#web/api/http-client.ts";
import { isRefused } from "#web/api/request-error.ts";

import { createEventReader } from "./event-reader.ts";
import type { LiveEvent } from "./event-reader.ts";

/** The jitter keeps tills from all coming back at once after a restart of the server. */
const BACKOFF = { firstMs: 1_000, longestMs: 30_000, jitter: 0.25 };
/**
 * The server sends something every 15 s. After three silent intervals the connection counts as
 * lost.
 */
const SILENT_FOR_MS = 45_000;
/** One lost connection may be a server restart; the second in a row is reported. */
const LOST_AFTER = 2;

export type Live = Readonly<{
  onEvent: (event: LiveEvent) => void;
  /** Whether the server can be reached. */
  onReachable: (reached: boolean) => void;
}>;

export const liveRetryDelayMs = (failures: number, random?: () => number): number =>
  retryDelayMs(failures, BACKOFF, random);

/** Follows live updates until stopped or refused. A lost connection is opened again. */
export async function followLive({ onEvent, onReachable }: Live, stop: AbortSignal): Promise<void> {
  let failures = 0;
  const handle = (event: LiveEvent) => {
    failures = 0;
    onReachable(true);
    onEvent(event);
  };
  while (!stop.aborted) {
    const isOver = await listen(handle, stop);
    if (isOver || stop.aborted) return;
    failures += 1;
    if (failures >= LOST_AFTER) onReachable(false);
    await waitToRetry(liveRetryDelayMs(failures), stop);
  }
}

/** Resolves when the connection ends: true if the server will not allow it again. */
async function listen(onEvent: Live["onEvent"], stop: AbortSignal): Promise<boolean> {
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
      read(value).forEach(onEvent);
    }
  } catch (error) {
    return isRefused(error);
  } finally {
    clearTimeout(watch);
  }
}

/** Waits for a time, or until the network or the person comes back. */
function waitToRetry(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = new AbortController();
  const finish = () => {
    clearTimeout(timer);
    done.abort();
    resolve();
  };
  const timer = setTimeout(finish, ms);
  const { signal } = done;
  window.addEventListener("online", finish, { signal });
  document.addEventListener("visibilitychange", () => document.hidden || finish(), { signal });
  stop.addEventListener("abort", finish, { signal });
  return promise;
}
