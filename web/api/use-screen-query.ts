import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { firstScreen } from "#web/state/first-screen.ts";

import { isRefused } from "./request-error.ts";

export type LoadTexts = { failed: string; error: string };

export type ScreenQuery<Data> =
  | { status: "loading" }
  | { status: "error"; refused: boolean; title: string; detail: string; retry: () => void }
  | { status: "ready"; data: Data; refreshing: boolean; refresh: () => void };

const SHOWN_AFTER_FAILURES = 2;

/**
 * What a screen shows for its query. The error appears when the first retry has failed, after about
 * a second. The other retries continue in the background and replace the error if one succeeds.
 */
export function useScreenQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  texts: LoadTexts,
): ScreenQuery<Data> {
  const query = useQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const isShown = query.data !== undefined || hasFailed(query);
  useEffect(() => {
    if (isShown) firstScreen.report();
  }, [isShown]);

  if (query.data !== undefined && !(query.isPlaceholderData && hasFailed(query))) {
    return { status: "ready", data: query.data, refreshing: query.isFetching, refresh: again };
  }
  if (!hasFailed(query)) return { status: "loading" };
  const error = query.error ?? query.failureReason;
  return {
    status: "error",
    refused: isRefused(error),
    title: isRefused(error) ? texts.failed : texts.error,
    detail: whyText(error),
    retry: again,
  };
}

/** The reason for the error, as far as it is known. */
export const whyText = (error: Error | null): string =>
  isRefused(error) ? error.message : "Check the connection, then try again.";

export const hasFailed = (query: { isError: boolean; failureCount: number }): boolean =>
  query.isError || query.failureCount >= SHOWN_AFTER_FAILURES;

/** Cancels a waiting retry first; without that, a plain refetch would do nothing. */
export function useAskAgain(queryKey: QueryKey, query: { refetch: () => Promise<unknown> }) {
  const queryClient = useQueryClient();
  return (): void => void queryClient.cancelQueries({ queryKey }).then(() => query.refetch());
}

/** Debounces a value, so that not every keystroke sends a request. */
export function useQuiet<Value>(value: Value, quietMs: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return quiet;
}
