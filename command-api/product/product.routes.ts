import * as z from "zod/mini";

import type { EventStore, ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import {
  AddProductRequest,
  ChangeProductRequest,
  ProductResult,
} from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { addProduct, archiveProduct, changeProduct } from "./product-commands.ts";
import type { ProductRejectionCode } from "./product.ts";
import { stockAsRead } from "./stock-as-read.ts";

export type ProductRoutesOptions = Readonly<{ store: EventStore; contexts: CommandContexts }>;

export const productTexts: RejectionTexts<
  ProductRejectionCode | ShellRejectionCode | "stock-below-zero"
> = {
  ...shellTexts,
  "product-archived": "This product was deleted.",
  "not-allowed": "You may not change prices.",
  "tax-not-allowed": "You may not change the tax of a product.",
  "stock-below-zero": texts.stock.belowZero,
  "stock-not-counted": serverTexts.stockNotCounted,
  "stock-needed": "Enter how many are in stock, to count it from now on.",
  // A count or an adjustment that would go below 0, whichever route sent it.
  "insufficient-stock": texts.stock.belowZero,
};

export const productRoutes: Routes<ProductRoutesOptions & Readonly<{ pool: Pool }>> = async (
  app,
  { store, contexts, pool },
) => {
  const schema = { headers: CommandHeaders, response: { 200: written(ProductResult) } };

  app.post(
    "/api/products.php",
    { schema: { ...schema, body: AddProductRequest } },
    async (request, reply) => {
      requireRight(request, "write-products");
      if (request.body.stock < 0) {
        return sendRejection(reply, reject("stock-below-zero"), productTexts);
      }
      const productId = ProductId.parse(newId());
      const outcome = await addProduct(store, await contexts.of(request), productId, request.body);
      if (isRejection(outcome)) return sendRejection(reply, outcome, productTexts);
      return { success: true as const, message: "Product added", data: outcome };
    },
  );

  app.put(
    "/api/products.php",
    { schema: { ...schema, body: ChangeProductRequest } },
    async (request, reply) => {
      requireRight(request, "edit-products");
      const { id, ...change } = request.body;
      const productId = ProductId.safeParse(id).data;
      if (!productId) return sendRejection(reply, reject("product-not-found"), productTexts);
      if ((change.stock ?? 0) < 0) {
        return sendRejection(reply, reject("stock-below-zero"), productTexts);
      }
      const mayEditPrices = can(request.actor.role, "edit-prices");
      const { tenantId, sid } = request.actor;
      const asRead = await stockAsRead(pool, { tenantId, sid, productId }, change);
      const outcome = await changeProduct(store, await contexts.of(request), {
        ...change,
        productId,
        mayEditPrices,
        stockAsRead: asRead,
      });
      if (isRejection(outcome)) return sendRejection(reply, outcome, productTexts);
      return { success: true as const, message: "Product updated", data: outcome };
    },
  );

  app.delete(
    "/api/products.php",
    { schema: { ...schema, querystring: z.object({ id: IdInput }) } },
    async (request, reply) => {
      requireRight(request, "write-products");
      const productId = ProductId.safeParse(request.query.id).data;
      if (!productId) return sendRejection(reply, reject("product-not-found"), productTexts);
      const outcome = await archiveProduct(store, await contexts.of(request), productId);
      if (isRejection(outcome)) return sendRejection(reply, outcome, productTexts);
      return { success: true as const, message: "Product deleted", data: outcome };
    },
  );
};
