import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import type {
  ProductAdded,
  ProductArchived,
  ProductDetailsChanged,
  ProductRestored,
  StockAdjusted,
  StockCounted,
} from "#kernel/contract/events/product.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { patchOf, thingsTable, type RowChange } from "#projector/projections/table.ts";

const product = thingsTable(
  "rm_products",
  { product_id: "uuid" },
  {
    name: "text",
    description: "text?",
    price_minor: "bigint",
    currency: "text",
    stock: "int",
    sku: "text?",
    barcodes: "json?",
    category: "text?",
    unit: "json?",
    cost_minor: "bigint?",
    reorder_point: "int?",
    tracks_stock: "boolean?",
    picture_sha256: "text?",
    tax_category: "text?",
    archived: "boolean",
    version: "int",
    created_ms: "bigint",
    updated_ms: "bigint",
  },
);

export const products = defineProjection("products", product.table, {
  ProductAdded: (event) => [added(event)],
  ProductDetailsChanged: (event) => [changed(event)],
  ProductRepriced: (event) => {
    const { productId, toMinor, currency } = event.data;
    const price = { price_minor: toMinor, currency, ...stamp(event) };
    return [product.patch({ product_id: productId }, price)];
  },
  ProductArchived: (event) => [archived(event, true)],
  ProductRestored: (event) => [archived(event, false)],
  ProductPictureSet: (event) => {
    const { productId, sha256 } = event.data;
    return [product.patch({ product_id: productId }, { picture_sha256: sha256, ...stamp(event) })];
  },
  StockAdjusted: (event) => counted(event),
  StockCounted: (event) => counted(event),
  SaleRecorded: (event) => moved(event),
  SaleVoided: (event) => moved(event),
});

function added(event: Applied<ProductAdded>): RowChange {
  const { data } = event;
  const [stock] = event.effects.stock ?? [];
  return product.put(
    { product_id: data.productId },
    {
      name: data.name,
      description: data.description,
      price_minor: data.priceMinor,
      currency: data.currency,
      stock: stock?.[2] ?? data.openingStock,
      sku: data.sku,
      barcodes: data.barcodes,
      category: data.category,
      unit: data.unit,
      cost_minor: data.costMinor,
      reorder_point: data.reorderPoint,
      tracks_stock: data.tracksStock,
      tax_category: data.taxCategory,
      archived: false,
      created_ms: event.occurredMs,
      ...stamp(event),
    },
  );
}

function changed(event: Applied<ProductDetailsChanged>): RowChange {
  const { productId, changes } = event.data;
  return product.patch(
    { product_id: productId },
    {
      ...patchOf(changes, {
        name: "name",
        description: "description",
        sku: "sku",
        barcodes: "barcodes",
        category: "category",
        unit: "unit",
        costMinor: "cost_minor",
        reorderPoint: "reorder_point",
        tracksStock: "tracks_stock",
        taxCategory: "tax_category",
      }),
      ...stamp(event),
    },
  );
}

const archived = (
  event: Applied<ProductArchived | ProductRestored>,
  isArchived: boolean,
): RowChange =>
  product.patch({ product_id: event.data.productId }, { archived: isArchived, ...stamp(event) });

const counted = (event: Applied<StockAdjusted | StockCounted>): readonly RowChange[] => [
  ...moved(event),
  product.patch({ product_id: event.data.productId }, stamp(event)),
];

/**
 * Takes the stock that the database recorded with the event; nothing is added up here. A sale does
 * not change the product's version.
 */
const moved = ({ effects, recordedMs }: AppliedEvent): readonly RowChange[] =>
  (effects.stock ?? []).map(([productId, , after]) =>
    product.patch({ product_id: productId }, { stock: after, updated_ms: recordedMs }),
  );

const stamp = ({ streamVersion, recordedMs }: AppliedEvent) => ({
  version: streamVersion,
  updated_ms: recordedMs,
});
