import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ArchivableListQuery } from "#kernel/contract/api/listing.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { listHeaders, toFilter, toPart } from "#query-api/listing.ts";

import { ARCHIVED_PRODUCTS, CHANGED_PRODUCTS, PRODUCTS, toProductItem } from "./products.query.ts";

export const productRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/products.php",
    {
      schema: {
        querystring: ArchivableListQuery,
        response: { 200: success(z.array(ProductItem)) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      const { query } = request;
      if (query.archived === "true") requireRight(request, "write-products");
      const part = toPart(query, null);
      return answer(reads, request, reply, {
        question: questionFor(query)[query.search ? "found" : "all"],
        args: { ...part, ...toFilter(query) },
        toData: ({ items }) => mapInParts(items, toProductItem),
        toHeaders: listHeaders(part.limit),
        asOf: query.as_of,
      });
    },
  );
};

function questionFor({ archived, since }: ArchivableListQuery) {
  if (archived === "true") return ARCHIVED_PRODUCTS;
  return since === undefined ? PRODUCTS : CHANGED_PRODUCTS;
}
