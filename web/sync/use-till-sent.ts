import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { useStore } from "#web/state/store.ts";
import { till } from "#web/till/till.ts";

import { saleMakesStale } from "./use-sale-outbox.ts";

/** By now, what was shown before is marked as stale, whichever page was open. */
let known = 0;

/**
 * What the till of this device has sent changes what the page shows. Also what it sent before the
 * page could follow it: the page may have read before.
 */
export function useTillSent(): void {
  const queryClient = useQueryClient();
  const { sent = 0 } = useStore(till);
  useEffect(() => {
    // Another shop begins again at 0.
    if (sent === known) return;
    known = sent;
    if (sent === 0) return;
    for (const queryKey of saleMakesStale) void queryClient.invalidateQueries({ queryKey });
  }, [sent, queryClient]);
}
