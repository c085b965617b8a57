import type { TillChanges, TillProduct } from "#kernel/contract/api/till/changes.ts";

import type { TillData } from "./till-now.ts";

type Row = Readonly<{ id: string }>;

/** `isGone`: the till forgets it. */
type Changed<Item extends Row> = Readonly<{
  rows: readonly Item[];
  isGone: (item: Item) => boolean;
}>;

/** What a download changes: rows to keep and ids to forget. */
export type DataChange = Readonly<{
  isWhole: boolean;
  products: Kept;
  customers: Kept;
  people: Kept;
}>;
type Kept = Readonly<{ put: readonly Row[]; drop: readonly string[] }>;

const kept = <Item extends Row>({ rows, isGone }: Changed<Item>): Kept => ({
  put: rows.filter((row) => !isGone(row)),
  drop: rows.filter(isGone).map(({ id }) => id),
});

const isArchived = ({ archived }: TillProduct): boolean => archived;
const hasGone = ({ gone }: Readonly<{ gone: boolean }>): boolean => gone;

export const toDataChange = (
  { products, customers, people }: TillChanges,
  isWhole: boolean,
): DataChange => ({
  isWhole,
  products: kept({ rows: products, isGone: isArchived }),
  customers: kept({ rows: customers, isGone: hasGone }),
  people: kept({ rows: people, isGone: hasGone }),
});

/** The products of which only the stock changed, whole. The till has no other row of an unknown one. */
export function withStocks(before: TillData | undefined, changes: TillChanges): TillChanges {
  const stocks = new Map(changes.stocks.map(({ id, stock }) => [id, stock]));
  const products = before?.products.flatMap((product) => {
    const stock = stocks.get(product.id);
    return stock === undefined ? [] : { ...product, stock };
  });
  return { ...changes, products: [...changes.products, ...(products ?? [])] };
}

/** The data after a download. Without data before, it was a whole one. */
export function mergeData(
  before: TillData | undefined,
  changes: TillChanges,
  takenMs: number,
): TillData {
  const { seq, settings, products, customers, people } = changes;
  return {
    seq,
    takenMs,
    settings,
    products: merged(before?.products, { rows: products, isGone: isArchived }),
    customers: merged(before?.customers, { rows: customers, isGone: hasGone }),
    people: merged(before?.people, { rows: people, isGone: hasGone }),
  };
}

/** The same array if nothing changed. */
function merged<Item extends Row>(
  before: readonly Item[] = [],
  { rows, isGone }: Changed<Item>,
): readonly Item[] {
  if (rows.length === 0) return before;
  const byId = new Map(before.map((item) => [item.id, item]));
  for (const row of rows) {
    if (isGone(row)) byId.delete(row.id);
    else byId.set(row.id, row);
  }
  return [...byId.values()];
}
