import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";

import type { Projection } from "./projection.ts";
import { thingsTable, type RowChange } from "./table.ts";

const shop = thingsTable(
  "rm_shops",
  {},
  {
    name: "text",
    currency: "text",
    timezone: "text",
    plan: "text",
    status: "text",
    trial_until: "date?",
    tax_rate_bp: "int",
    registered_ms: "bigint",
  },
);

/** The platform's log repeats what happens to shops; there it is not about the tenant whose log it is. */
const isAboutItself = ({ tenantId, data }: { tenantId: string; data: { tenantId: string } }) =>
  tenantId === data.tenantId;

function changes(event: RecordedEvent): readonly RowChange[] {
  switch (event.type) {
    case "TenantRegistered": {
      if (!isAboutItself(event)) return [];
      const { name, currency, timezone, plan, trialUntil } = event.data;
      return [
        shop.put(
          {},
          {
            name,
            currency,
            timezone,
            plan,
            status: "active",
            trial_until: trialUntil,
            tax_rate_bp: 0,
            registered_ms: event.occurredMs,
          },
        ),
      ];
    }
    case "TenantStatusChanged":
      return isAboutItself(event) ? [shop.patch({}, { status: event.data.to })] : [];
    case "SaleRecorded":
    case "SaleVoided":
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
    case "StaffJoined":
    case "SignedIn":
    case "LockedOut":
    case "SessionsEnded":
    case "ProjectionEventSkipped":
      return [];
  }
}

export const shops: Projection = { name: "shops", table: shop.table, changes };
