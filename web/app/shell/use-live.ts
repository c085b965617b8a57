import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import { staleAnswers } from "#web/api/http-client.ts";
import type { Live } from "#web/sync/live.ts";

import { readBehind } from "./read-behind.ts";

/** Delay, so that the page's own requests go first. */
const AFTER_MS = 500;
/** Backoff for the case that no live update arrives. */
const READ_AGAIN = { firstMs: 1_000, longestMs: 30_000 };

/** Follows the shop's live updates. Returns whether the server can be reached. */
export function useLive(isOn: boolean): boolean {
  const queryClient = useQueryClient();
  const [reached, setReached] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    const stopAsking = askAgain(() => readBehind(queryClient));
    const start = setTimeout(() => void follow(queryClient, setReached, stop.signal), AFTER_MS);
    return () => {
      clearTimeout(start);
      stopAsking();
      stop.abort();
      setReached(true);
    };
  }, [isOn, queryClient]);
  return reached;
}

/** Its code is loaded only now, because no first screen needs it. */
async function follow(
  queryClient: QueryClient,
  onReachable: Live["onReachable"],
  stop: AbortSignal,
): Promise<void> {
  try {
    const [{ followLive }, { createEventHandler }] = await Promise.all([
      import("#web/sync/live.ts"),
      import("./live-events.ts"),
    ]);
    await followLive({ onEvent: createEventHandler(queryClient), onReachable }, stop);
  } catch {
    onReachable(false);
  }
}

/**
 * Refetches with increasing delay while answers are stale and no live update arrives. Returns a
 * function that stops it.
 */
function askAgain(read: () => boolean): () => void {
  let tries = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    timer = undefined;
    const isBehind = read();
    tries = isBehind ? tries + 1 : 1;
    if (isBehind) wait();
  };
  const wait = (): void => void (timer ??= setTimeout(check, retryDelayMs(tries, READ_AGAIN)));
  const ignore = staleAnswers.onNote(wait);
  return () => {
    ignore();
    clearTimeout(timer);
  };
}
