import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import { RequestError } from "#web/api/request-error.ts";
import { past } from "#web/state/past.ts";
import { session } from "#web/state/session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const FRESH_MS = 5 * 60_000;
const RETRIES = 3;
const BACKOFF = { firstMs: 1_000, longestMs: 30_000, jitter: 0.25 };
const NOT_THEN = "You can't change the past. Go back to today first.";

/** A refusal is final, so only faults are retried. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !(error instanceof RequestError && error.kind === "refused");

/** `failures` counts from 0, as in react-query. A longer Retry-After from the server wins. */
export function queryRetryDelayMs(failures: number, error: unknown, random?: () => number): number {
  const delayMs = retryDelayMs(failures + 1, BACKOFF, random);
  const wantedMs = error instanceof RequestError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(delayMs, BACKOFF.longestMs), wantedMs);
}

/** `onStaleFailure` is called when a refetch fails while older data stays on screen. */
function createQueryClient(onStaleFailure: (text: string) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (_error, query) => {
        const text = query.meta?.["errorText"];
        if (query.state.data !== undefined && typeof text === "string") onStaleFailure(text);
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_input, { meta }) => {
        if (past.get() && !meta?.["atAnyTime"]) throw new RequestError("refused", NOT_THEN);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: FRESH_MS,
        retry: mayRetry,
        retryDelay: (failures, error) => queryRetryDelayMs(failures, error),
        refetchOnWindowFocus: false,
        // With the default mode, requests would wait silently while offline. This way they fail and
        // the screen says so.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

export const queryClient = createQueryClient((text) => toasts.show("error", text));

/** Cached data of one person must not be shown to the next. */
let token = session.get()?.token;
session.subscribe(() => {
  const next = session.get()?.token;
  if (next !== token) queryClient.clear();
  token = next;
});
