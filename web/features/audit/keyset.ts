import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

import { hasFailed, useAskAgain, whyText } from "#web/api/use-screen-query.ts";

export type KeysetPage<Item> = Readonly<{
  items: readonly Item[];
  /** Cursor of the next page; null after the last one. */
  next: string | null;
}>;

const FIRST_PAGE = "";

/** A cursor-paged list. Never cached, because the log grows. */
export const keysetQuery = <Item>(
  queryKey: QueryKey,
  askPage: (before: string | undefined, signal: AbortSignal) => Promise<KeysetPage<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      askPage(pageParam === FIRST_PAGE ? undefined : pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

type KeysetOptions<Item> = ReturnType<typeof keysetQuery<Item>>;

export type Problem = Readonly<{ title: string; detail: string; retry: () => void }>;

export type Keyset<Item> =
  | Readonly<{ status: "loading" }>
  | Readonly<{ status: "error" } & Problem>
  | Readonly<{
      status: "ready";
      items: readonly Item[];
      /** Undefined at the end of the list. */
      more: Readonly<{ busy: boolean; load: () => void }> | undefined;
      /** Error of the next page. */
      problem: Problem | undefined;
    }>;

export function useKeyset<Item>(options: KeysetOptions<Item>, title: string): Keyset<Item> {
  const query = useInfiniteQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const isOfNext = query.isFetchingNextPage || query.isFetchNextPageError;
  const retry = isOfNext ? () => void query.fetchNextPage() : again;
  const failed = hasFailed(query);
  const problem = failed
    ? { title, detail: whyText(query.error ?? query.failureReason), retry }
    : undefined;
  if (query.data === undefined) {
    return problem === undefined ? { status: "loading" } : { status: "error", ...problem };
  }
  return {
    status: "ready",
    items: query.data.pages.flatMap(({ items }) => items),
    more:
      query.hasNextPage && !failed
        ? { busy: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
        : undefined,
    problem,
  };
}
