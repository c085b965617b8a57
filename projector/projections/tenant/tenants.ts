import type { TenantStatus } from "#kernel/contract/choices.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type { TenantCreated, TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { isAboutItself, defineProjection } from "#projector/projections/projection.ts";
import { thingsTable, type RowChange } from "#projector/projections/table.ts";

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
    deletion_until_ms: "bigint?",
  },
);

export const shops = defineProjection("shops", shop.table, {
  TenantRegistered: (event) => opened(event, "active"),
  TenantCreated: (event) => opened(event, event.data.status),
  TenantDetailsChanged: (event) => {
    const { name } = event.data.changes;
    return isAboutItself(event) && name ? [shop.patch({}, { name: name.to })] : [];
  },
  TenantPlanChanged: (event) => {
    const { plan, trialUntil } = event.data.changes;
    const changed = {
      ...(plan && { plan: plan.to }),
      ...(trialUntil && { trial_until: trialUntil.to }),
    };
    return isAboutItself(event) ? [shop.patch({}, changed)] : [];
  },
  TenantStatusChanged: (event) =>
    isAboutItself(event) ? [shop.patch({}, { status: event.data.to })] : [],
  AccountDeletionRequested: (event) =>
    isAboutItself(event) ? [shop.patch({}, { deletion_until_ms: event.data.until })] : [],
  AccountDeletionCancelled: (event) =>
    isAboutItself(event) ? [shop.patch({}, { deletion_until_ms: null })] : [],
  AccountDeleted: (event) =>
    isAboutItself(event) ? [shop.patch({}, { status: "suspended", deletion_until_ms: null })] : [],
  BusinessSettingsChanged: ({ data: { changes } }) => {
    const { businessName, currency, timezone, taxRateBp } = changes;
    const changed = {
      ...(businessName && { name: businessName.to }),
      ...(currency && { currency: currency.to }),
      ...(timezone && { timezone: timezone.to }),
      ...(taxRateBp && { tax_rate_bp: taxRateBp.to }),
    };
    return Object.keys(changed).length > 0 ? [shop.patch({}, changed)] : [];
  },
});

function opened(
  event: Recorded<TenantRegistered | TenantCreated>,
  status: TenantStatus,
): readonly RowChange[] {
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
        status,
        trial_until: trialUntil,
        tax_rate_bp: 0,
        registered_ms: event.occurredMs,
      },
    ),
  ];
}
