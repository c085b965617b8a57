import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import { texts } from "#kernel/contract/texts.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";
import { minorOf } from "./wire-money.ts";

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

export const productsQuery = () =>
  queryOptions({
    queryKey: keys.products.all,
    queryFn: async ({ signal }): Promise<readonly Product[]> =>
      (await request("/api/products.php", ProductList, { signal })).data.map(toProduct),
    meta: { errorText: texts.products.error },
  });
