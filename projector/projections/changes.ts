import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";

import { isAboutOwnTenant, defineProjection, type Projection } from "./projection.ts";
import { products } from "./stock/products.ts";
import { type Open, Opened, type Json, ledgerTable, type RowChange } from "./table.ts";
import { customers } from "./tenant/customers.ts";
import { settings } from "./tenant/settings.ts";
import { tenants } from "./tenant/tenants.ts";

const change = ledgerTable(
  "rm_changes",
  { projection: "text", seq: "bigint" },
  {
    thing_id: "uuid",
    type: "text",
    changes: "json",
    /** The personal data, as JSON text. It is erased with the person. */
    personal: "opened?",
    actor_id: "uuid",
    occurred_ms: "bigint",
    recorded_ms: "bigint",
  },
);

/**
 * The history of each product, customer, tenant and its settings: per event, the columns that their own projections
 * write. A sale changes only the stock of a product, which `stock_movements` records.
 */
export const changes = defineProjection("changes", change.table, {
  ProductAdded: (event, open) => recorded([products], event, open),
  ProductDetailsChanged: (event, open) => recorded([products], event, open),
  ProductRepriced: (event, open) => recorded([products], event, open),
  ProductArchived: (event, open) => recorded([products], event, open),
  ProductRestored: (event, open) => recorded([products], event, open),
  ProductPictureSet: (event, open) => recorded([products], event, open),
  StockAdjusted: (event, open) => recorded([products], event, open),
  StockCounted: (event, open) => recorded([products], event, open),
  CustomerAdded: (event, open) => recorded([customers], event, open),
  CustomerDetailsChanged: (event, open) => recorded([customers], event, open),
  CustomerArchived: (event, open) => recorded([customers], event, open),
  CustomerRestored: (event, open) => recorded([customers], event, open),
  CustomerErased: (event, open) => [
    ...recorded([customers], event, open),
    change.erase({ thing_id: event.data.customerId }),
  ],
  TenantRegistered: (event, open) => recorded([tenants, settings], event, open),
  TenantCreated: (event, open) => recorded([tenants, settings], event, open),
  TenantDetailsChanged: (event, open) => recorded([tenants, settings], event, open),
  TenantPlanChanged: (event, open) => recorded([tenants], event, open),
  TenantStatusChanged: (event, open) => recorded([tenants], event, open),
  AccountDeletionRequested: (event, open) => recorded([tenants], event, open),
  AccountDeletionCancelled: (event, open) => recorded([tenants], event, open),
  AccountDeleted: (event, open) =>
    isAboutOwnTenant(event) ? [...recorded([tenants], event, open), change.erase()] : [],
  BusinessSettingsChanged: (event, open) => recorded([tenants, settings], event, open),
  NotificationSettingsChanged: (event, open) => recorded([settings], event, open),
});

const recorded = (
  sources: readonly Projection[],
  event: AppliedEvent,
  open: Open,
): readonly RowChange[] => sources.flatMap((source) => changeIn(source, event, open));

/** All rows that a projection changes for one event belong to the same entity. */
function changeIn(source: Projection, event: AppliedEvent, open: Open): readonly RowChange[] {
  const rows = source.changes(event, open);
  const [first] = rows;
  if (!first) return [];
  const values = rows.flatMap((row) => Object.entries(row.values));
  const isPersonal = ([column]: readonly [string, unknown]): boolean =>
    source.table.values[column]?.startsWith("opened") ?? false;
  const [thingId = event.tenantId] = Object.values(first.key);
  return [
    change.append(
      { projection: source.name, seq: String(event.seq) },
      {
        thing_id: thingId,
        type: event.type,
        changes: Object.fromEntries(values.filter((value) => !isPersonal(value))),
        personal: textOf(values.filter(isPersonal)),
        actor_id: event.actorId,
        occurred_ms: event.occurredMs,
        recorded_ms: event.recordedMs,
      },
    ),
  ];
}

const textOf = (values: readonly (readonly [string, Json | undefined])[]): Opened | null =>
  values.length === 0 ? null : Opened.parse(JSON.stringify(Object.fromEntries(values)));
