import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { past } from "#web/state/past.ts";

import { RequestError } from "./request-error.ts";

const FRESH_MS = 5 * 60_000;
const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const JITTER = 0.25;
const NOT_THEN = "The past cannot be changed. Go back to now first.";

/** Only what may heal by itself: a refusal is an answer. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !(error instanceof RequestError && error.kind === "refused");

/** 1 s, 2 s, 4 s, spread by up to a quarter, at most 30 s; the server's own Retry-After counts where longer. */
export function retryDelayMs(failures: number, error: unknown, random = Math.random()): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + JITTER * random);
  const asked = error instanceof RequestError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(wait, LONGEST_WAIT_MS), asked);
}

/** `onStaleFailure`: a screen goes on showing what it has while the newer figures did not come. */
export function createQueryClient(onStaleFailure: (text: string) => void): QueryClient {
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
        retryDelay: (failures, error) => retryDelayMs(failures, error),
        refetchOnWindowFocus: false,
        // Offline, a request fails and says so; otherwise it would wait in silence for ever.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
