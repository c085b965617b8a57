import * as z from "zod/mini";

import { CommandHeaders } from "#command-api/http/command-context.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import { ProductResult } from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { restoreProduct } from "./product-commands.ts";
import { type ProductRoutesOptions, productTexts } from "./product.routes.ts";

/** Restores a deleted product unchanged. */
export const productRestoreRoutes: Routes<ProductRoutesOptions> = async (
  app,
  { store, contexts },
) => {
  app.post(
    "/api/v1/products/:id/restore",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: EmptyBody,
        response: { 200: written(ProductResult) },
      },
    },
    async (request, reply) => {
      requireRight(request, "write-products");
      const productId = ProductId.safeParse(request.params.id).data;
      if (!productId) return sendRejection(reply, reject("product-not-found"), productTexts);
      const outcome = await restoreProduct(store, await contexts.of(request), productId);
      if (isRejection(outcome)) return sendRejection(reply, outcome, productTexts);
      return { success: true as const, message: "Product restored", data: outcome };
    },
  );
};
