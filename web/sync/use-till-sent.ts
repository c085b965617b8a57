import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { saleMakesStale } from "./use-sale-outbox.ts";

/** By now, what was shown before is marked as stale, whichever page was open. */
let known = 0;

/**
 * What the till of this device has sent changes what the page shows. Also what it sent before the
 * page could follow it: the page may have read before. `sent`: how often it has, since the page was
 * opened.
 */
export function useTillSent(sent = 0): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Another shop begins again at 0.
    if (sent === known) return;
    known = sent;
    if (sent === 0) return;
    for (const queryKey of saleMakesStale) void queryClient.invalidateQueries({ queryKey });
  }, [sent, queryClient]);
}
