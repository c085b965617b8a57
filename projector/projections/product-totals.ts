import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";

import type { Projection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const productTotal = sumsTable(
  "rm_product_totals",
  { product_id: "uuid", currency: "text" },
  { quantity: "bigint", revenue_minor: "bigint" },
);

function changes(event: RecordedEvent): readonly RowChange[] {
  switch (event.type) {
    case "SaleRecorded":
      return sold(event.data, 1);
    case "SaleVoided":
      return sold(event.data, -1);
    case "ProductAdded":
    case "ProductDetailsChanged":
    case "ProductRepriced":
    case "StockAdjusted":
    case "StockCounted":
    case "ProductArchived":
    case "ProductRestored":
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

export const productTotals: Projection = {
  name: "product_totals",
  table: productTotal.table,
  changes,
};

const sold = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): readonly RowChange[] =>
  data.lines.map(({ productId, quantity, totalMinor }) =>
    productTotal.add(
      { product_id: productId, currency: data.currency },
      { quantity: sign * quantity, revenue_minor: sign * totalMinor },
    ),
  );
