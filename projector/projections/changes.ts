import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";

import { isAboutItself, defineProjection, type Projection } from "./projection.ts";
import { products } from "./stock/products.ts";
import { type Open, Opened, type Json, ledgerTable, type RowChange } from "./table.ts";
import { customers } from "./tenant/customers.ts";
import { settings } from "./tenant/settings.ts";
import { shops } from "./tenant/tenants.ts";

const change = ledgerTable(
  "rm_changes",
  { projection: "text", seq: "bigint" },
  {
    thing_id: "uuid",
    type: "text",
    changes: "json",
    /** The part about a person, as JSON: it is erased with them. */
    personal: "opened?",
    actor_id: "uuid",
    occurred_ms: "bigint",
    recorded_ms: "bigint",
  },
);

/**
 * What became of each product, customer, shop and its settings, event by event: the columns that their own
 * projections write. A sale changes a product's stock alone, and `stock_movements` has that.
 */
export const changes = defineProjection("changes", change.table, {
  ProductAdded: (event, open) => told([products], event, open),
  ProductDetailsChanged: (event, open) => told([products], event, open),
  ProductRepriced: (event, open) => told([products], event, open),
  ProductArchived: (event, open) => told([products], event, open),
  ProductRestored: (event, open) => told([products], event, open),
  StockAdjusted: (event, open) => told([products], event, open),
  StockCounted: (event, open) => told([products], event, open),
  CustomerAdded: (event, open) => told([customers], event, open),
  CustomerDetailsChanged: (event, open) => told([customers], event, open),
  CustomerArchived: (event, open) => told([customers], event, open),
  CustomerRestored: (event, open) => told([customers], event, open),
  CustomerErased: (event, open) => [
    ...told([customers], event, open),
    change.erase({ thing_id: event.data.customerId }),
  ],
  TenantRegistered: (event, open) => told([shops, settings], event, open),
  TenantCreated: (event, open) => told([shops, settings], event, open),
  TenantDetailsChanged: (event, open) => told([shops, settings], event, open),
  TenantPlanChanged: (event, open) => told([shops], event, open),
  TenantStatusChanged: (event, open) => told([shops], event, open),
  AccountDeletionRequested: (event, open) => told([shops], event, open),
  AccountDeletionCancelled: (event, open) => told([shops], event, open),
  AccountDeleted: (event, open) =>
    isAboutItself(event) ? [...told([shops], event, open), change.erase()] : [],
  BusinessSettingsChanged: (event, open) => told([shops, settings], event, open),
  NotificationSettingsChanged: (event, open) => told([settings], event, open),
});

const told = (
  sources: readonly Projection[],
  event: RecordedEvent,
  open: Open,
): readonly RowChange[] => sources.flatMap((source) => changedIn(source, event, open));

/** An event is about one thing of a kind. */
function changedIn(source: Projection, event: RecordedEvent, open: Open): readonly RowChange[] {
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
