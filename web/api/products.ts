import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ofMoment } from "#web/state/past.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";

const ProductList = success(z.array(ProductItem));

export type Product = Omit<ProductItem, "price" | "description"> & {
  description: string;
  priceMinor: number;
};

const toProduct = ({ price, description, ...rest }: ProductItem): Product => ({
  ...rest,
  description: description ?? "",
  priceMinor: minorOf(price),
});

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
  (await request(`/api/products.php${query}`, ProductList, { signal })).data.map(toProduct);

export function productsQuery() {
  const { queryKey, at } = ofMoment(keys.products.all);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => listProducts(at(""), signal),
    meta: { errorText: texts.products.error },
  });
}

/** Products changed since a moment, including deleted ones. */
export async function changedProducts(since: string): Promise<readonly Product[]> {
  const path = `/api/products.php?${new URLSearchParams({ since })}`;
  return (await request(path, ProductList)).data.map(toProduct);
}
