import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ListQuery } from "#kernel/contract/api/listing.ts";
import { SaleItem } from "#kernel/contract/api/sale.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { requireRight } from "#kernel/platform/session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { type ListBody, toPart, toTotal } from "#query-api/listing.ts";

import { SALES, type SaleRow, toSaleItem } from "./sales.query.ts";

/** The legacy list is not paged: it ends here (R44). */
const LONGEST_LIST = 1_000;

export const saleRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/sales.php",
    { schema: { querystring: ListQuery, response: { 200: success(z.array(SaleItem)) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: SALES,
        args: toPart(request.query, LONGEST_LIST),
        toData: ({ items }: ListBody<SaleRow>) => items.map(toSaleItem),
        toHeaders: toTotal,
      });
    },
  );
};
