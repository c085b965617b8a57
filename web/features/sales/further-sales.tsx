import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { type SaleItem, SALES_PATH } from "#kernel/contract/api/sale.ts";
import { texts } from "#kernel/contract/texts.ts";
import { exchange } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { hasFailed, useAskAgain, whyText } from "#web/api/use-screen-query.ts";
import { ofMoment } from "#web/state/past.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { useGrows } from "#web/ui/layout/use-media.ts";
import { Pager } from "#web/ui/table/pager.tsx";

import { EarlierSales } from "./earlier-sales.tsx";
import { filterParams, SaleList, SALES_PAGE, toSales } from "./sales-query.ts";
import type { SalesListState } from "./use-sales-list.ts";

const FIRST_PAGE = "";

type Sorted = Pick<SalesListState, "filter" | "sort" | "page">;

/**
 * Each page goes on where the page before it ended. After a change all of them are fetched again, from the first, so
 * that no sale is between two of them or in both.
 */
function sortedQuery({ filter, sort }: Sorted) {
  const params = new URLSearchParams({ sort, limit: String(SALES_PAGE), ...filterParams(filter) });
  const { queryKey, at } = ofMoment(keys.sales.page(params.toString()));
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const more = pageParam === FIRST_PAGE ? "" : `&${new URLSearchParams({ cursor: pageParam })}`;
      const answer = await exchange(at(`${SALES_PATH}?${params}${more}`), SaleList, { signal });
      return { ...toSales(0)(answer), next: answer.headers.get("x-next-cursor") };
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** The pages that were fetched, and the number of the last one that is shown or awaited. */
function useSorted(list: Sorted) {
  const options = sortedQuery(list);
  const query = useInfiniteQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const pages = query.data?.pages ?? [];
  const awaited = query.isFetchingNextPage ? pages.length : pages.length - 1;
  return { query, again, pages, page: Math.min(list.page, awaited) };
}

type RowsProps = { list: Sorted; children: (sales: readonly SaleItem[]) => ReactNode };
type FootProps = { list: Sorted & Pick<SalesListState, "onPage"> };
type FurtherSalesProps = FootProps & Partial<RowsProps> & { pages?: number };

/**
 * Rows that the first request did not bring: in the newest-first order the `pages` before the last one, in another order
 * all of them. Without `children`, what is below the rows of another order.
 */
export function FurtherSales({ list, pages = 0, children }: FurtherSalesProps) {
  if (children === undefined) return <Foot list={list} />;
  if (list.sort !== "") return <Rows list={list}>{children}</Rows>;
  return (
    <EarlierSales filter={list.filter} pages={pages}>
      {children}
    </EarlierSales>
  );
}

/** The rows of one page, or on a phone of all pages so far. */
function Rows({ list, children }: RowsProps) {
  const { pages, page } = useSorted(list);
  const last = Math.min(page, pages.length - 1);
  const shown = pages.slice(useGrows() ? 0 : Math.max(0, last), last + 1);
  return children(shown.flatMap(({ sales }) => sales));
}

/** The pager, or why there are no rows. */
function Foot({ list }: FootProps) {
  const { query, again, pages, page } = useSorted(list);
  const isFirst = pages.length === 0 || query.isPlaceholderData;
  if (hasFailed(query) && (isFirst || isOfNext(query))) {
    const detail = whyText(query.error ?? query.failureReason);
    const retry = isFirst ? again : () => void query.fetchNextPage();
    return (
      <ErrorState problem={{ title: texts.sales.error, detail, retry }} action={texts.tryAgain} />
    );
  }
  const [first] = pages;
  if (first === undefined) return <SkeletonRows rows={10} kind="table" />;
  const turn = (next: number) => {
    list.onPage(next);
    if (next >= pages.length) void query.fetchNextPage();
  };
  return (
    <Pager
      grows
      page={page}
      pageSize={SALES_PAGE}
      count={first.total}
      onPage={turn}
      busy={page === pages.length}
    />
  );
}

const isOfNext = (query: { isFetchingNextPage: boolean; isFetchNextPageError: boolean }): boolean =>
  query.isFetchingNextPage || query.isFetchNextPageError;
