import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";

import { keys } from "#web/api/keys.ts";

/** Of the frame, not of the page. */
const FRAME = new Set<unknown>([keys.notifications.all[0], keys.publicSettings.all[0]]);

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "11:42": when the oldest of what the page shows was read; nothing where it shows no data. */
export function useFiguresFrom(): string | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = cache
      .findAll({ type: "active" })
      .filter(({ queryKey, state }) => !FRAME.has(queryKey[0]) && state.data !== undefined)
      .map(({ state }) => state.dataUpdatedAt);
    return shown.length === 0 ? undefined : Math.min(...shown);
  });
  return oldest === undefined ? undefined : clock.format(oldest);
}
