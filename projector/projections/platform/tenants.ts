import type { TenantStatus } from "#kernel/contract/choices.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type {
  TenantCreated,
  TenantDetailsChanged,
  TenantRegistered,
} from "#kernel/contract/events/tenant.ts";
import { isAboutItself, defineProjection } from "#projector/projections/projection.ts";
import {
  type Open,
  type Opened,
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

/** What the platform knows of a shop: each row comes from the shop's own log. */
export const platformTenants = defineProjection("platform_tenants", tenant.table, {
  TenantRegistered: (event) => opened(event, { status: "active" }),
  TenantCreated: (event, open) => {
    const { status, email, phone, address } = event.data;
    return opened(event, { status, email: open(email), phone, address });
  },
  TenantDetailsChanged: (event, open) => (isAboutItself(event) ? [changed(event, open)] : []),
  TenantPlanChanged: (event) => {
    const { plan, trialUntil } = event.data.changes;
    const change = {
      ...(plan && { plan: plan.to }),
      ...(trialUntil && { trial_until: trialUntil.to }),
    };
    return isAboutItself(event) ? [tenant.patch({}, change)] : [];
  },
  TenantStatusChanged: (event) =>
    isAboutItself(event) ? [tenant.patch({}, { status: event.data.to })] : [],
  BusinessSettingsChanged: ({ data }) => {
    const { businessName, phone, address, currency } = data.changes;
    const change = {
      ...(businessName && { name: businessName.to }),
      ...(phone && { phone: phone.to }),
      ...(address && { address: address.to }),
      ...(currency && { currency: currency.to }),
    };
    return Object.keys(change).length > 0 ? [tenant.patch({}, change)] : [];
  },
  SignedIn: ({ occurredMs }) => [tenant.patch({}, { last_login_ms: occurredMs })],
  AccountDeleted: (event) =>
    isAboutItself(event) ? [tenant.patch({}, { deleted_ms: event.occurredMs, email: null })] : [],
});

type Known = Readonly<{
  status: TenantStatus;
  email?: Opened | null;
  phone?: string | undefined;
  address?: string | undefined;
}>;

function opened(
  event: Recorded<TenantRegistered | TenantCreated>,
  known: Known,
): readonly RowChange[] {
  if (!isAboutItself(event)) return [];
  const { name, plan, trialUntil, currency } = event.data;
  const row = { name, plan, trial_until: trialUntil, currency, registered_ms: event.occurredMs };
  return [tenant.put({}, { ...row, ...known })];
}

function changed({ data }: Recorded<TenantDetailsChanged>, open: Open): RowChange {
  const { name, email, phone, address } = data.changes;
  return tenant.patch(
    {},
    {
      ...(name && { name: name.to }),
      ...(email && { email: open(email.to) }),
      ...(phone && { phone: phone.to }),
      ...(address && { address: address.to }),
    },
  );
}

const member = thingsTable("rm_platform_members", { user_id: "uuid" }, { active: "boolean" });

/** Who works in which shop: the platform counts them. */
export const platformMembers = defineProjection("platform_members", member.table, {
  StaffJoined: ({ data }) => [member.put({ user_id: data.userId }, { active: true })],
  StaffRemoved: ({ data }) => [member.patch({ user_id: data.userId }, { active: false })],
});
