import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import { staleAnswers } from "#web/api/http-client.ts";
import { notificationsQuery } from "#web/features/notifications/use-notifications.ts";
import { isOfNow } from "#web/state/past.ts";
import type { LiveEvent } from "#web/sync/event-reader.ts";
import type { Live } from "#web/sync/live.ts";

/** Delay, so that the page's own requests go first. */
const AFTER_MS = 500;
/**
 * Limits refetches, because a busy shop changes every second. Notifications read on another device
 * may update late.
 */
const BELL_EVERY_MS = 60_000;
/** Backoff for the case that no live update arrives. */
const READ_AGAIN = { firstMs: 1_000, longestMs: 30_000 };

/** Follows the shop's live updates. Returns whether the server can be reached. */
export function useLive(isOn: boolean): boolean {
  const queryClient = useQueryClient();
  const [reached, setReached] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    const onEvent = createEventHandler(queryClient);
    const stopAsking = askAgain(() => readBehind(queryClient));
    const start = setTimeout(
      () => void follow({ onEvent, onReachable: setReached }, stop.signal),
      AFTER_MS,
    );
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
async function follow(live: Live, stop: AbortSignal): Promise<void> {
  try {
    const { followLive } = await import("#web/sync/live.ts");
    await followLive(live, stop);
  } catch {
    live.onReachable(false);
  }
}

function createEventHandler(queryClient: QueryClient) {
  const { queryKey } = notificationsQuery();
  let greeted = false;
  const readBell = () => void queryClient.invalidateQueries({ queryKey });

  return (event: LiveEvent): void => {
    switch (event.type) {
      case "hello":
        // Updates may have been missed while the connection was lost.
        if (greeted) markStale(queryClient);
        greeted = true;
        readBell();
        return;
      case "changed":
        markStale(queryClient);
        if (ageMs(queryClient) > BELL_EVERY_MS) readBell();
        return;
      case "notification": {
        const { notification } = event;
        queryClient.setQueryData(queryKey, (list = []) => [
          notification,
          ...list.filter(({ id }) => id !== notification.id),
        ]);
        // A running request may have started before this notification.
        if (queryClient.isFetching({ queryKey }) > 0) readBell();
      }
    }
  };
}

const ageMs = (queryClient: QueryClient): number =>
  Date.now() - (queryClient.getQueryState(notificationsQuery().queryKey)?.dataUpdatedAt ?? 0);

/**
 * Changes by others show up on the next page: a list must not move while a finger is about to tap
 * on it.
 */
function markStale(queryClient: QueryClient): void {
  if (readBehind(queryClient)) return;
  // Past data does not change.
  void queryClient.invalidateQueries({ refetchType: "none", predicate: isOfNow });
}

/**
 * If the person's own write got a stale answer, refetches everything on screen at once. Returns
 * true if so.
 */
function readBehind(queryClient: QueryClient): boolean {
  const isBehind = staleAnswers.take();
  if (isBehind) void queryClient.invalidateQueries({ refetchType: "active", predicate: isOfNow });
  return isBehind;
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
