import * as z from "zod/mini";

import { acceptCsv, importCsv, importRoute, importTexts } from "#command-api/csv-import.ts";
import { AddProductRequest } from "#kernel/contract/api/product.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { serverTexts, texts } from "#kernel/contract/texts.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { addProducts } from "./product-import.ts";
import { type ProductRoutesOptions, productTexts } from "./product.routes.ts";

const COLUMNS = [
  "name",
  "description",
  "price",
  "stock",
  "sku",
  "barcodes",
  "barcode",
  "category",
  "unit",
  "per_unit",
  "cost",
  "reorder_point",
  "track_stock",
  "tax_category",
] as const;

/** A stock below 0 is reported as an error of its row, not as a refusal of the whole file. */
const ProductRow = AddProductRequest.check(
  z.refine(({ stock }) => stock >= 0, { error: texts.stock.belowZero, path: ["stock"] }),
  z.refine(({ stock, track_stock: isTracked }) => isTracked !== false || stock === 0, {
    error: serverTexts.stockNotCounted,
    path: ["stock"],
  }),
);

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

/** Barcodes share one cell, separated by |; other programs call it "barcode". An empty stock is absent. */
function toRequest({
  barcodes = "",
  barcode = "",
  unit = "",
  per_unit = "",
  stock = "",
  track_stock = "",
  tax_category = "",
  ...cells
}: Record<string, string>) {
  const codes = [barcodes, barcode].flatMap((cell) => (cell === "" ? [] : cell.split("|")));
  return {
    ...cells,
    stock: stock === "" ? 0 : stock,
    track_stock: ANSWERS.get(track_stock.toLowerCase()) ?? track_stock,
    tax_category: tax_category.toLowerCase(),
    barcodes: codes.length === 0 ? undefined : codes,
    unit: unit === "" && per_unit === "" ? undefined : { name: unit, per_unit: per_unit || 1 },
  };
}

export const productImportRoutes: Routes<ProductRoutesOptions> = async (
  app,
  { store, contexts },
) => {
  acceptCsv(app);

  app.post("/api/v1/products/import", importRoute, async (request, reply) => {
    requireRight(request, "write-products");
    const outcome = await importCsv({
      request,
      context: await contexts.of(request),
      columns: COLUMNS,
      required: ["name", "price"],
      toRequest,
      schema: ProductRow,
      add: (context, rows) => addProducts(store, context, rows),
    });
    if (isRejection(outcome)) {
      return sendRejection(reply, outcome, { ...productTexts, ...importTexts });
    }
    return { success: true as const, message: "Products imported", data: outcome };
  });
};
