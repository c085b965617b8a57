import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import { staleAnswers } from "#web/api/http-client.ts";
import { notificationsQuery } from "#web/features/notifications/use-notifications.ts";
import { isOfNow } from "#web/state/past.ts";
import type { LiveEvent } from "#web/sync/event-reader.ts";
import { followLive } from "#web/sync/live.ts";

/** The screen's own requests go first. */
const AFTER_MS = 500;
/** What was read or dismissed elsewhere may show a little later: a busy till hears of a change every second. */
const BELL_EVERY_MS = 60_000;
/** News is there sooner; and the server has waited, too, before it gave an answer that is behind. */
const READ_AGAIN = { firstMs: 1_000, longestMs: 30_000 };

/** Hears the shop's news for as long as somebody is signed in; says whether the server can be reached. */
export function useLive(isOn: boolean): boolean {
  const queryClient = useQueryClient();
  const [reached, setReached] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    const hear = createHearing(queryClient);
    const stopAsking = askAgain(() => readBehind(queryClient));
    const start = setTimeout(
      () => void followLive({ hear, tell: setReached }, stop.signal),
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

function createHearing(queryClient: QueryClient) {
  const { queryKey } = notificationsQuery();
  let greeted = false;
  const readBell = () => void queryClient.invalidateQueries({ queryKey });

  return (event: LiveEvent): void => {
    switch (event.type) {
      case "hello":
        // What came while nobody listened: after a lost line anything may have.
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
        // An answer on its way may be from before it.
        if (queryClient.isFetching({ queryKey }) > 0) readBell();
      }
    }
  };
}

const ageMs = (queryClient: QueryClient): number =>
  Date.now() - (queryClient.getQueryState(notificationsQuery().queryKey)?.dataUpdatedAt ?? 0);

/** What another till did is seen on the next page: a list does not change under a finger. */
function markStale(queryClient: QueryClient): void {
  if (readBehind(queryClient)) return;
  // What was, stays as it was.
  void queryClient.invalidateQueries({ refetchType: "none", predicate: isOfNow });
}

/** Where this very person wrote and was answered with less, all is read again at once. */
function readBehind(queryClient: QueryClient): boolean {
  const isBehind = staleAnswers.take();
  if (isBehind) void queryClient.invalidateQueries({ refetchType: "active", predicate: isOfNow });
  return isBehind;
}

/** After 1, 2, 4 … at most 30 s, for as long as answers are behind and no news comes. Gives what ends it. */
function askAgain(read: () => boolean): () => void {
  let tries = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const isBehind = read();
    tries = isBehind ? tries + 1 : 1;
    if (isBehind) wait();
  };
  const wait = (): void => void (timer ??= setTimeout(look, retryDelayMs(tries, READ_AGAIN)));
  const ignore = staleAnswers.onNote(wait);
  return () => {
    ignore();
    clearTimeout(timer);
  };
}
