import type { QueryClient } from "@tanstack/react-query";

import { staleAnswers } from "#web/api/http-client.ts";
import { isOfNow } from "#web/state/past.ts";

/**
 * If the person's own write got a stale answer, refetches everything on screen at once. Returns
 * true if so.
 */
export function readBehind(queryClient: QueryClient): boolean {
  const isBehind = staleAnswers.take();
  if (isBehind) void queryClient.invalidateQueries({ refetchType: "active", predicate: isOfNow });
  return isBehind;
}
