import { useMemo, useState } from "react";

import { useGrows } from "#web/ui/layout/use-media.ts";

import { type Column, TitleButton } from "./table.tsx";

type Compare<Item> = (one: Item, other: Item) => number;
/** By the name of the column, how its items are compared. */
type Orders<Item> = Readonly<Record<string, Compare<Item>>>;

const ARROWS = { ascending: " ↑", descending: " ↓" } as const;

/**
 * A list that its heads sort: the first press ascending, the second descending, the third as it came. `orders` must be
 * a stable reference.
 */
export function useSorting<Item>(items: readonly Item[], orders: Orders<Item>) {
  const [sorting, setSorting] = useState<{ by: string; isDown: boolean }>();
  const sorted = useMemo(() => {
    const compare = sorting && orders[sorting.by];
    if (compare === undefined) return items;
    const sign = sorting?.isDown === true ? -1 : 1;
    return items.toSorted((one, other) => sign * compare(one, other));
  }, [items, sorting, orders]);
  // On a phone there are no heads, so nothing in them may have the focus.
  const hasHeads = !useGrows();
  const press = (name: string) => {
    if (sorting?.by !== name) setSorting({ by: name, isDown: false });
    else setSorting(sorting.isDown ? undefined : { by: name, isDown: true });
  };
  const toColumn = (column: Column): Column => {
    const { name } = column;
    if (orders[name] === undefined || !hasHeads) return column;
    const direction = sorting?.isDown === true ? "descending" : "ascending";
    return sortedColumn(column, sorting?.by === name ? direction : undefined, () => press(name));
  };
  return { sorted, toColumn, key: JSON.stringify(sorting ?? "") };
}

export type SortedColumns = (column: Column) => Column;

/** A column whose head sorts, and shows whether its list is sorted by it now. */
export const sortedColumn = (
  column: Column,
  by: keyof typeof ARROWS | undefined,
  onPress: () => void,
): Column => ({
  ...column,
  sorted: by,
  head: (
    <TitleButton onClick={onPress}>
      {column.name}
      {by !== undefined && <span aria-hidden>{ARROWS[by]}</span>}
    </TitleButton>
  ),
});
