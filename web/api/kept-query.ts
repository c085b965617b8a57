import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import * as z from "zod/mini";

import { past } from "#web/state/past.ts";

import { exchange, type Answer, type Answered } from "./http-client.ts";
import { keptAnswers } from "./kept-answers.ts";
import { keys } from "./keys.ts";
import { isRefused } from "./request-error.ts";
import { useScreenQuery, type LoadTexts, type ScreenQuery } from "./use-screen-query.ts";

/** What the server answered last time; null if nothing is kept. */
type Earlier<Data> = Readonly<{ data: Data; savedMs: number }> | null;

/** A request whose last answer is kept on the device. */
export type Kept<Data> = Readonly<{
  path: string;
  ask: (signal: AbortSignal) => Promise<Data>;
  find: () => Promise<Earlier<Data>>;
}>;

const KEPT_AFTER_MS = 500;

/** The person may no longer see these paths, even if the device still holds their answers. */
const refusedPaths = new Set<string>();

/** Later, because the page is waiting to show the answer. */
const keep = (answered: Answered, token: string | undefined): void =>
  void setTimeout(() => void keptAnswers.keep(answered, token), KEPT_AFTER_MS);

/** Without `isWanted` nothing is kept, nor for a past date: those are rarely asked for twice. */
export function keptRequest<Body, Data>(
  path: string,
  schema: z.ZodMiniType<Body>,
  toData: (answer: Answer<Body>) => Data,
  isWanted = true,
): Kept<Data> {
  const isKept = isWanted && past.get() === undefined;
  return {
    path,
    ask: async (signal) => {
      try {
        const data = toData(await exchange(path, schema, isKept ? { signal, keep } : { signal }));
        refusedPaths.delete(path);
        return data;
      } catch (error) {
        if (isRefused(error)) {
          refusedPaths.add(path);
          // Not awaited: a device that does not respond must not hold back the refusal.
          void keptAnswers.forget(path);
        }
        throw error;
      }
    },
    find: async () => {
      const kept = isKept ? await keptAnswers.find(path) : undefined;
      const parsed = schema.safeParse(kept?.body);
      // Another version of the app may have kept it.
      if (kept === undefined || !parsed.success) return null;
      const headers = new Headers(kept.total === null ? {} : { "x-total-count": kept.total });
      return { data: toData({ body: parsed.data, headers }), savedMs: kept.savedMs };
    },
  };
}

/** Reads the device, once for each visit of a page. */
export const earlierQuery = <Data>({ path, find }: Kept<Data>) =>
  queryOptions({
    queryKey: keys.kept(path),
    queryFn: find,
    staleTime: Infinity,
    retry: false,
  });

type KeptOptions<Data, Key extends QueryKey> = UseQueryOptions<Data, Error, Data, Key> & {
  kept: Kept<Data>;
};

/**
 * A screen's query that shows the answer of last time until the new one is there, also if the
 * server cannot be reached. Other queries never see that answer: nothing is sold or changed by it.
 */
export function useKeptQuery<Data, Key extends QueryKey>(
  options: KeptOptions<Data, Key>,
  texts: LoadTexts,
): ScreenQuery<Data> {
  const current = useScreenQuery(options, texts);
  const isAwaited = current.status !== "ready" && !refusedPaths.has(options.kept.path);
  const query = earlierQuery(options.kept);
  const { data: earlier } = useQuery({ ...query, enabled: isAwaited });
  if (!isAwaited || !earlier) return current;
  const retry = current.status === "error" ? current.retry : () => undefined;
  const refreshing = current.status === "loading";
  return { status: "ready", data: earlier.data, refreshing, refresh: retry };
}

const Shown = z.object({ savedMs: z.number() });

/** When the oldest answer of last time was received that is on screen now, in ms. */
export function useAsOfMs(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const active = cache.findAll({ type: "active", queryKey: keys.keptAll });
    const times = active.flatMap(({ state }) => Shown.safeParse(state.data).data?.savedMs ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  });
}
