import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { ProductAdded } from "#kernel/contract/events/product.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";

import type { Projection } from "./projection.ts";
import { thingsTable, type RowChange } from "./table.ts";

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
    archived: "boolean",
    version: "int",
    created_ms: "bigint",
    updated_ms: "bigint",
  },
);

function changes(event: RecordedEvent): readonly RowChange[] {
  switch (event.type) {
    case "ProductAdded":
      return [added(event)];
    case "ProductDetailsChanged": {
      const { productId, changes: changed } = event.data;
      return [
        product.patch(
          { product_id: productId },
          {
            ...(changed.name && { name: changed.name.to }),
            ...(changed.description && { description: changed.description.to }),
            ...stamp(event),
          },
        ),
      ];
    }
    case "ProductRepriced": {
      const { productId, toMinor, currency } = event.data;
      const price = { price_minor: toMinor, currency, ...stamp(event) };
      return [product.patch({ product_id: productId }, price)];
    }
    case "ProductArchived":
      return [
        product.patch({ product_id: event.data.productId }, { archived: true, ...stamp(event) }),
      ];
    case "ProductRestored":
      return [
        product.patch({ product_id: event.data.productId }, { archived: false, ...stamp(event) }),
      ];
    case "StockAdjusted":
    case "StockCounted":
      return [...moved(event), product.patch({ product_id: event.data.productId }, stamp(event))];
    case "SaleRecorded":
    case "SaleVoided":
      return moved(event);
    case "CustomerAdded":
    case "CustomerDetailsChanged":
    case "CustomerArchived":
    case "TenantRegistered":
    case "TenantStatusChanged":
    case "StaffJoined":
    case "SignedIn":
    case "LockedOut":
    case "SessionsEnded":
    case "ProjectionEventSkipped":
      return [];
  }
}

export const products: Projection = { name: "products", table: product.table, changes };

function added(event: Recorded<ProductAdded>): RowChange {
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
      archived: false,
      created_ms: event.occurredMs,
      ...stamp(event),
    },
  );
}

/** Stock as the database left it, never a sum made here. A sale does not move a product's version. */
const moved = ({ effects, recordedMs }: RecordedEvent): readonly RowChange[] =>
  (effects.stock ?? []).map(([productId, , after]) =>
    product.patch({ product_id: productId }, { stock: after, updated_ms: recordedMs }),
  );

const stamp = ({ streamVersion, recordedMs }: RecordedEvent) => ({
  version: streamVersion,
  updated_ms: recordedMs,
});
