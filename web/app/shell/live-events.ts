import type { QueryClient } from "@tanstack/react-query";

import { notificationsQuery } from "#web/features/notifications/use-notifications.ts";
import { isOfNow } from "#web/state/past.ts";
import type { LiveEvent } from "#web/sync/event-reader.ts";

import { readBehind } from "./read-behind.ts";

/**
 * Limits refetches, because a busy shop changes every second. Notifications read on another device
 * may update late.
 */
const BELL_EVERY_MS = 60_000;

/** What a live update changes on the screen. */
export function createEventHandler(queryClient: QueryClient) {
  const { queryKey } = notificationsQuery();
  const readBell = () => void queryClient.invalidateQueries({ queryKey });

  return (event: LiveEvent): void => {
    switch (event.type) {
      case "hello":
        // Updates may have been missed before there was a connection.
        markStale(queryClient);
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
  const underWay = { fetchStatus: "fetching", predicate: isOfNow } as const;
  for (const query of queryClient.getQueryCache().findAll(underWay)) {
    // Its request may have been answered before the change. This waits for it, and sends no other.
    query.fetch().then(
      () => query.invalidate(),
      () => undefined,
    );
  }
}
