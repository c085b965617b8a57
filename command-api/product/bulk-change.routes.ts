import { CommandHeaders } from "#command-api/http/command-context.ts";
import {
  BULK_CHANGE_PATH,
  BulkChangeRequest,
  BulkChangeResult,
} from "#kernel/contract/api/bulk-change.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { changeMany, type Chosen } from "./bulk-change.ts";
import { type ProductRoutesOptions, productTexts } from "./product.routes.ts";

const bulkTexts = {
  ...productTexts,
  "product-archived": "One of these products was deleted. Reload and choose again.",
  "version-mismatch": "One of these products was changed meanwhile. Reload and choose again.",
};

const RIGHTS = {
  category: "edit-products",
  "reorder-point": "edit-products",
  price: "edit-products",
  delete: "write-products",
  restore: "write-products",
} as const;

/** Rights are those of changing, deleting or restoring a single product. */
export const bulkChangeRoutes: Routes<ProductRoutesOptions> = async (app, { store, contexts }) => {
  app.post(
    BULK_CHANGE_PATH,
    {
      schema: {
        headers: CommandHeaders,
        body: BulkChangeRequest,
        response: { 200: written(BulkChangeResult) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      requireRight(request, RIGHTS[body.change]);
      const chosen = chosenIn(body);
      if (!chosen) return sendRejection(reply, reject("product-not-found"), bulkTexts);
      const mayEditPrices = can(request.actor.role, "edit-prices");
      const context = await contexts.of(request);
      const outcome = await changeMany(store, context, { request: body, chosen, mayEditPrices });
      if (isRejection(outcome)) return sendRejection(reply, outcome, bulkTexts);
      const changed = outcome.events.length;
      return { success: true as const, message: "Products changed", data: { changed } };
    },
  );
};

/** Undefined if an id is none of a product. */
function chosenIn(body: BulkChangeRequest): readonly Chosen[] | undefined {
  const chosen: Chosen[] = [];
  for (const { id, version, ...more } of body.products) {
    const productId = ProductId.safeParse(id).data;
    if (!productId) return undefined;
    chosen.push({ productId, version, ...("price" in more ? { priceMinor: more.price } : {}) });
  }
  return chosen;
}
