import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { isRefused } from "./request-error.ts";

type LoadTexts = { failed: string; error: string };

export type ScreenQuery<Data> =
  | { status: "loading" }
  | { status: "error"; title: string; detail: string; retry: () => void }
  | { status: "ready"; data: Data; refreshing: boolean; refresh: () => void };

const SHOWN_AFTER_FAILURES = 2;

/**
 * What a screen shows of its query. The error is shown as soon as the first retry has failed, about a
 * second, while the rest goes on quietly and heals the screen by itself.
 */
export function useScreenQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  texts: LoadTexts,
): ScreenQuery<Data> {
  const query = useQuery(options);
  const again = useAskAgain(options.queryKey, query);

  if (query.data !== undefined && !(query.isPlaceholderData && hasFailed(query))) {
    return { status: "ready", data: query.data, refreshing: query.isFetching, refresh: again };
  }
  if (!hasFailed(query)) return { status: "loading" };
  const error = query.error ?? query.failureReason;
  return {
    status: "error",
    title: isRefused(error) ? texts.failed : texts.error,
    detail: whyText(error),
    retry: again,
  };
}

/** What is known of the reason. */
export const whyText = (error: Error | null): string =>
  isRefused(error) ? error.message : "Check the connection, then try again.";

export const hasFailed = (query: { isError: boolean; failureCount: number }): boolean =>
  query.isError || query.failureCount >= SHOWN_AFTER_FAILURES;

/** Try Again, while a retry waits as well: that one would swallow a plain refetch. */
export function useAskAgain(queryKey: QueryKey, query: { refetch: () => Promise<unknown> }) {
  const queryClient = useQueryClient();
  return (): void => void queryClient.cancelQueries({ queryKey }).then(() => query.refetch());
}

/** The value once it has not changed for so long: what is asked of the server while somebody types. */
export function useQuiet<Value>(value: Value, quietMs: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
