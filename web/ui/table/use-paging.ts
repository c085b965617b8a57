import { useState, useDeferredValue, useMemo } from "react";

import { useGrows } from "#web/ui/layout/use-media.ts";

const PAGE_SIZE = 50;

/**
 * Pages of a list, which grows on a phone; one with a page size of its own does not. A new search starts at the first page; after a save, the page with the saved
 * item is shown.
 */
export function usePaging<Item extends { id: string }>(
  items: readonly Item[],
  search: string,
  writtenId: string | undefined,
  pageSize = PAGE_SIZE,
) {
  const grows = useGrows() && pageSize === PAGE_SIZE;
  const key = `${search}\n${writtenId ?? ""}`;
  const [turned, setTurned] = useState({ key: "", page: 0 });
  const last = Math.max(0, Math.ceil(items.length / pageSize) - 1);
  const written = items.findIndex((item) => item.id === writtenId);
  const wanted = turned.key === key ? turned.page : Math.floor(Math.max(0, written) / pageSize);
  const page = Math.min(wanted, last);
  return {
    rows: items.slice(grows ? 0 : page * pageSize, (page + 1) * pageSize),
    pager: {
      grows: pageSize === PAGE_SIZE,
      page,
      pageSize,
      count: items.length,
      onPage: (next: number) => setTurned({ key, page: next }),
    },
  };
}

/**
 * Filters a list by a search. Lists can have thousands of items, so the filter runs once per text
 * and at low priority, and typing never waits for it. `isFound` must be a stable reference.
 */
export function useFound<Item>(
  items: readonly Item[] | undefined,
  search: string,
  isFound: (item: Item, asked: string) => boolean,
) {
  const asked = useDeferredValue(search);
  const found = useMemo(
    () => items?.filter((item) => isFound(item, asked)) ?? [],
    [items, asked, isFound],
  );
  return { asked, found };
}
