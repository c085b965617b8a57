import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";

import type { Projection } from "./projection.ts";
import { sumsTable, type RowChange } from "./table.ts";

const total = sumsTable(
  "rm_daily_totals",
  { day: "date", currency: "text" },
  { orders: "int", total_minor: "bigint", tax_minor: "bigint" },
);

/** A void takes its sale off the day it was made (R50). */
function changes(event: RecordedEvent): readonly RowChange[] {
  switch (event.type) {
    case "SaleRecorded":
      return [counted(event.data, 1)];
    case "SaleVoided":
      return [counted(event.data, -1)];
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

export const dailyTotals: Projection = { name: "daily_totals", table: total.table, changes };

const counted = (data: (SaleRecorded | SaleVoided)["data"], sign: 1 | -1): RowChange =>
  total.add(
    { day: data.businessDate, currency: data.currency },
    { orders: sign, total_minor: sign * data.totalMinor, tax_minor: sign * data.taxMinor },
  );
