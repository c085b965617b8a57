import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ListQuery } from "#kernel/contract/api/listing.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { requireRight } from "#kernel/platform/session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { type ListBody, toPart, toTotal } from "#query-api/listing.ts";

import { PRODUCTS, type ProductRow, toProductItem } from "./products.query.ts";

export const productRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/products.php",
    { schema: { querystring: ListQuery, response: { 200: success(z.array(ProductItem)) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: PRODUCTS,
        args: toPart(request.query, null),
        toData: ({ items }: ListBody<ProductRow>) => items.map(toProductItem),
        toHeaders: toTotal,
      });
    },
  );
};
