import type { TenantStatus } from "#kernel/contract/choices.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import type {
  TenantCreated,
  TenantDetailsChanged,
  TenantRegistered,
} from "#kernel/contract/events/tenant.ts";
import { isAboutOwnTenant, defineProjection } from "#projector/projections/projection.ts";
import {
  type Open,
  type Opened,
  patchOf,
  thingsTable,
  type RowChange,
} from "#projector/projections/table.ts";

const tenant = thingsTable(
  "rm_platform_tenants",
  {},
  {
    name: "text",
    email: "opened?",
    phone: "text?",
    address: "text?",
    plan: "text",
    status: "text",
    trial_until: "date?",
    currency: "text",
    registered_ms: "bigint",
    last_login_ms: "bigint?",
    deleted_ms: "bigint?",
  },
);

/** What super admins see of a tenant, taken from the tenant's own log. */
export const platformTenants = defineProjection("platform_tenants", tenant.table, {
  TenantRegistered: (event) => registered(event, { status: "active" }),
  TenantCreated: (event, open) => {
    const { status, email, phone, address } = event.data;
    return registered(event, { status, email: open(email), phone, address });
  },
  TenantDetailsChanged: (event, open) => (isAboutOwnTenant(event) ? [changed(event, open)] : []),
  TenantPlanChanged: (event) =>
    isAboutOwnTenant(event)
      ? [tenant.patch({}, patchOf(event.data.changes, { plan: "plan", trialUntil: "trial_until" }))]
      : [],
  TenantStatusChanged: (event) =>
    isAboutOwnTenant(event) ? [tenant.patch({}, { status: event.data.to })] : [],
  BusinessSettingsChanged: ({ data: { changes } }) => {
    const patch = patchOf(changes, {
      businessName: "name",
      phone: "phone",
      address: "address",
      currency: "currency",
    });
    return Object.keys(patch).length > 0 ? [tenant.patch({}, patch)] : [];
  },
  SignedIn: ({ occurredMs }) => [tenant.patch({}, { last_login_ms: occurredMs })],
  AccountDeleted: (event) =>
    isAboutOwnTenant(event)
      ? [tenant.patch({}, { deleted_ms: event.occurredMs, email: null })]
      : [],
});

type Details = Readonly<{
  status: TenantStatus;
  email?: Opened | null;
  phone?: string | undefined;
  address?: string | undefined;
}>;

function registered(
  event: Applied<TenantRegistered | TenantCreated>,
  details: Details,
): readonly RowChange[] {
  if (!isAboutOwnTenant(event)) return [];
  const { name, plan, trialUntil, currency } = event.data;
  const row = { name, plan, trial_until: trialUntil, currency, registered_ms: event.occurredMs };
  return [tenant.put({}, { ...row, ...details })];
}

function changed({ data }: Applied<TenantDetailsChanged>, open: Open): RowChange {
  const { changes } = data;
  return tenant.patch(
    {},
    {
      ...patchOf(changes, { name: "name", phone: "phone", address: "address" }),
      ...(changes.email && { email: open(changes.email.to) }),
    },
  );
}

const member = thingsTable("rm_platform_members", { user_id: "uuid" }, { active: "boolean" });

/** The members of each tenant. The platform only counts them. */
export const platformMembers = defineProjection("platform_members", member.table, {
  StaffJoined: ({ data }) => [member.put({ user_id: data.userId }, { active: true })],
  StaffRemoved: ({ data }) => [member.patch({ user_id: data.userId }, { active: false })],
});
