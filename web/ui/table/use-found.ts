import { useDeferredValue, useMemo } from "react";

/**
 * What a search leaves of a list. A list of thousands is looked through once for what is typed, and only when
 * nothing is being typed: a key is never slower for it. `isFound` stays the same function.
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
