import { CommandHeaders } from "#command-api/http/command-context.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { ProductResult, StockMovementRequest } from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { adjustStock } from "./product-commands.ts";
import { type ProductRoutesOptions, productTexts } from "./product.routes.ts";

/** Changes stock by a difference, never to a number that was read before and may be old. */
export const stockMovementRoutes: Routes<ProductRoutesOptions> = async (
  app,
  { store, contexts },
) => {
  app.post(
    "/api/v1/stock-movements",
    {
      schema: {
        headers: CommandHeaders,
        body: StockMovementRequest,
        response: { 200: written(ProductResult) },
      },
    },
    async (request, reply) => {
      requireRight(request, "move-stock");
      const { product_id: id, type, quantity, reason, base_units: isInParts } = request.body;
      const productId = ProductId.safeParse(id).data;
      if (!productId) return sendRejection(reply, reject("product-not-found"), productTexts);
      const delta = type === "add" ? quantity : -quantity;
      const adjustment = { productId, delta, reason, isInParts };
      const outcome = await adjustStock(store, await contexts.of(request), adjustment);
      if (isRejection(outcome)) return sendRejection(reply, outcome, productTexts);
      return { success: true as const, message: "Stock updated", data: outcome };
    },
  );
};
