/**
 * SQL: takings with a line of this product that moved no stock, because it was sold before the stock
 * was counted, or because the product is unknown. The stock ledger has no row for it. There are few, and
 * an index has them.
 */
export const hasCounted = (takings: string, productId: string): string =>
  `${takings}.counted is not null and strpos(${takings}.counted, ${productId}::text) > 0`;
