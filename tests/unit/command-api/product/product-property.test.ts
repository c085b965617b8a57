import fc from "fast-check";
import { test } from "vitest";

import { product, type ProductCommand } from "#command-api/product/product.ts";
import { TaxCategory } from "#kernel/contract/api/product.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";
import { UntaxedCategory } from "#kernel/contract/untaxed.ts";
import { productId } from "#tests/kit/builders/fixed-ids.ts";
import { miloArchived, miloRestored } from "#tests/kit/builders/product-events.ts";
import { anyText, anyWhole, expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

const id = fc.constantFrom(productId(1), productId(2));
const currency = fc.constantFrom("GHS" as const, "USD" as const);
const nullable = fc.option(anyText);
const unit = fc.record(
  { name: anyText, perUnit: fc.integer({ min: 1, max: 1_000_000 }) },
  { noNullPrototype: true },
);

const taxCategory = fc.constantFrom(...TaxCategory.options);

const event: fc.Arbitrary<ProductEvent> = fc.oneof(
  fc.record({
    type: fc.constant("ProductAdded" as const),
    data: fc.record(
      {
        productId: id,
        name: anyText,
        priceMinor: anyWhole,
        currency,
        openingStock: anyWhole,
        description: anyText,
        tracksStock: fc.boolean(),
        taxCategory: fc.constantFrom(...UntaxedCategory.options),
      },
      { requiredKeys: ["productId", "name", "priceMinor", "currency", "openingStock"] },
    ),
  }),
  fc.record({
    type: fc.constant("ProductDetailsChanged" as const),
    data: fc.record({
      productId: id,
      changes: fc.record(
        {
          name: fc.record({ from: anyText, to: anyText }),
          description: fc.record({ from: nullable, to: nullable }),
          tracksStock: fc.record({ from: fc.boolean(), to: fc.boolean() }),
          taxCategory: fc.record({ from: taxCategory, to: taxCategory }),
        },
        { requiredKeys: [] },
      ),
    }),
  }),
  fc.record({
    type: fc.constant("ProductRepriced" as const),
    data: fc.record({ productId: id, fromMinor: anyWhole, toMinor: anyWhole, currency }),
  }),
  fc.record({
    type: fc.constant("StockAdjusted" as const),
    data: fc.record({ productId: id, delta: anyWhole }),
  }),
  fc.record({
    type: fc.constant("StockCounted" as const),
    data: fc.record(
      { productId: id, to: anyWhole, countedMs: anyWhole },
      { requiredKeys: ["productId", "to"] },
    ),
  }),
  fc.constantFrom(miloArchived, miloRestored),
);

const command: fc.Arbitrary<ProductCommand> = fc.oneof(
  fc.record(
    {
      type: fc.constant("AddProduct" as const),
      productId: id,
      name: anyText,
      priceMinor: anyWhole,
      currency,
      openingStock: anyWhole,
      tracksStock: fc.boolean(),
      taxCategory: fc.constantFrom(...UntaxedCategory.options),
    },
    { requiredKeys: ["type", "productId", "name", "priceMinor", "currency", "openingStock"] },
  ),
  fc.record(
    {
      type: fc.constant("ChangeProduct" as const),
      productId: id,
      onHand: anyWhole,
      countedMs: anyWhole,
      mayEditPrices: fc.boolean(),
      name: anyText,
      description: nullable,
      priceMinor: anyWhole,
      stock: anyWhole,
      expectedStock: anyWhole,
      sku: nullable,
      barcodes: fc.option(fc.array(anyText)),
      unit: fc.option(unit),
      costMinor: fc.option(anyWhole),
      reorderPoint: fc.option(anyWhole),
      tracksStock: fc.boolean(),
      taxCategory,
    },
    { requiredKeys: ["type", "productId", "onHand", "countedMs", "mayEditPrices"] },
  ),
  fc.record(
    {
      type: fc.constant("AdjustStock" as const),
      productId: id,
      delta: anyWhole,
      reason: anyText,
    },
    { requiredKeys: ["type", "productId", "delta"] },
  ),
  fc.record({ type: fc.constant("ArchiveProduct" as const), productId: id }),
  fc.record({ type: fc.constant("RestoreProduct" as const), productId: id }),
);

/** A stock movement has its effect each time. */
const isRepeatable = (asked: ProductCommand): boolean =>
  asked.type !== "AdjustStock" && !(asked.type === "ChangeProduct" && asked.stock !== undefined);

test("a product never throws, whatever its history and the command", () =>
  expectNeverToThrow(product, { event, command }, isRepeatable));
