import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { MovementQuery, StockMovementPage } from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { MOVEMENTS, toMovementPage } from "./movements.query.ts";

const PAGE_SIZE = 50;
const LARGEST_PAGE = 100;

/** What changed a product's stock, newest first, including counts and who made them. */
export const movementRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/products/:id/movements",
    {
      schema: {
        params: z.object({ id: IdInput }),
        querystring: MovementQuery,
        response: { 200: success(StockMovementPage) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      const { limit = PAGE_SIZE, cursor, as_of: asOf } = request.query;
      const size = Math.min(limit, LARGEST_PAGE);
      return answer(reads, request, reply, {
        question: MOVEMENTS,
        args: {
          productId: ProductId.safeParse(request.params.id).data ?? null,
          before: cursor ?? null,
          limit: size + 1,
        },
        toData: ({ items }) => toMovementPage(items, size),
        missing: "product-not-found",
        asOf,
      });
    },
  );
};
