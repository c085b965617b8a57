import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ArchivableListQuery } from "#kernel/contract/api/listing.ts";
import { ProductItem } from "#kernel/contract/api/product.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { KeptAnswers, Reads } from "#query-api/answers.ts";
import { isUnfiltered, toFilter, toPart } from "#query-api/listing.ts";
import { answerWithText, textListHeaders } from "#query-api/text-list.ts";

import { createProductsReadNotes, isReadToEdit } from "./note-products-read.ts";
import { ARCHIVED_PRODUCTS, CHANGED_PRODUCTS, PRODUCT_TEXTS } from "./products.query.ts";

export const productRoutes: Routes<{ reads: Reads; kept: KeptAnswers }> = async (
  app,
  { reads, kept },
) => {
  const noteRead = createProductsReadNotes(reads.pool);
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
      return answerWithText(reads, request, reply, {
        question: questionFor(query)[query.search ? "found" : "all"],
        args: { ...part, ...toFilter(query) },
        toHeaders: textListHeaders(part.limit),
        kept: isUnfiltered(query) ? kept : undefined,
        asOf: query.as_of,
        onRead: isReadToEdit(query, request.actor.role)
          ? (seq) => noteRead(request.actor, seq)
          : undefined,
      });
    },
  );
};

function questionFor({ archived, since }: ArchivableListQuery) {
  if (archived === "true") return ARCHIVED_PRODUCTS;
  return since === undefined ? PRODUCT_TEXTS : CHANGED_PRODUCTS;
}
