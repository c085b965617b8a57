import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ProductItem, UNCOUNTED_STOCK } from "#kernel/contract/api/product.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ofMoment } from "#web/state/past.ts";

import { request } from "./http-client.ts";
import { keptRequest } from "./kept-query.ts";
import { keys } from "./keys.ts";

const ProductList = success(z.array(ProductItem));

export type Product = Omit<ProductItem, "price" | "description"> & {
  description: string;
  priceMinor: number;
};

const toProduct = ({ price, description, ...rest }: ProductItem): Product => ({
  ...rest,
  // A cart never has more of it than there is.
  ...(rest.track_stock === false && { stock_exact: UNCOUNTED_STOCK }),
  description: description ?? "",
  priceMinor: minorOf(price),
});

const toProducts = ({ data }: z.infer<typeof ProductList>): readonly Product[] =>
  data.map(toProduct);

/** Matches the name, the SKU or a barcode, ignoring case. */
export function isFound({ name, sku, barcodes }: Product, search: string): boolean {
  const words = [name, sku ?? "", ...barcodes].join("\n");
  return words.toLowerCase().includes(search.trim().toLowerCase());
}

/** `query` is the query string that narrows the list, or empty. */
export const listProducts = async (
  query: string,
  signal: AbortSignal,
): Promise<readonly Product[]> =>
  toProducts(await request(`/api/products.php${query}`, ProductList, { signal }));

export function productsQuery() {
  const { queryKey, at } = ofMoment(keys.products.all);
  const kept = keptRequest(at("/api/products.php"), ProductList, ({ body }) => toProducts(body));
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<readonly Product[]> => kept.ask(signal),
      meta: { errorText: texts.products.error, keptPath: kept.path },
    }),
    kept,
  };
}

/** Products changed since a moment, including deleted ones. */
export async function changedProducts(since: string): Promise<readonly Product[]> {
  const path = `/api/products.php?${new URLSearchParams({ since })}`;
  return toProducts(await request(path, ProductList));
}
