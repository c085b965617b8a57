import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";

/** Where a product's stock is adjusted, or for other roles its movements are read. */
export const useStockLink = (): ((productId: string) => string) =>
  useCan("move-stock") ? links.adjustStock : links.stockMovements;
