import type { TenantStatus } from "#kernel/contract/choices.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import type { TenantCreated, TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { isAboutOwnTenant, defineProjection } from "#projector/projections/projection.ts";
import { patchOf, thingsTable, type RowChange } from "#projector/projections/table.ts";

const tenant = thingsTable(
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

export const tenants = defineProjection("shops", tenant.table, {
  TenantRegistered: (event) => registered(event, "active"),
  TenantCreated: (event) => registered(event, event.data.status),
  TenantDetailsChanged: (event) => {
    const { name } = event.data.changes;
    return isAboutOwnTenant(event) && name ? [tenant.patch({}, { name: name.to })] : [];
  },
  TenantPlanChanged: (event) =>
    isAboutOwnTenant(event)
      ? [tenant.patch({}, patchOf(event.data.changes, { plan: "plan", trialUntil: "trial_until" }))]
      : [],
  TenantStatusChanged: (event) =>
    isAboutOwnTenant(event) ? [tenant.patch({}, { status: event.data.to })] : [],
  AccountDeletionRequested: (event) =>
    isAboutOwnTenant(event) ? [tenant.patch({}, { deletion_until_ms: event.data.until })] : [],
  AccountDeletionCancelled: (event) =>
    isAboutOwnTenant(event) ? [tenant.patch({}, { deletion_until_ms: null })] : [],
  AccountDeleted: (event) =>
    isAboutOwnTenant(event)
      ? [tenant.patch({}, { status: "suspended", deletion_until_ms: null })]
      : [],
  BusinessSettingsChanged: ({ data: { changes } }) => {
    const patch = patchOf(changes, {
      businessName: "name",
      currency: "currency",
      timezone: "timezone",
      taxRateBp: "tax_rate_bp",
    });
    return Object.keys(patch).length > 0 ? [tenant.patch({}, patch)] : [];
  },
});

function registered(
  event: Applied<TenantRegistered | TenantCreated>,
  status: TenantStatus,
): readonly RowChange[] {
  if (!isAboutOwnTenant(event)) return [];
  const { name, currency, timezone, plan, trialUntil } = event.data;
  return [
    tenant.put(
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
