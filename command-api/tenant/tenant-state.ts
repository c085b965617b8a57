import * as z from "zod/mini";

import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { TwoFactorPolicyChanged } from "#kernel/contract/events/staff.ts";
import type {
  TenantCreated,
  TenantDetailsChanged,
  TenantEvent,
  TenantPlanChanged,
  TenantRegistered,
} from "#kernel/contract/events/tenant.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";

/** Used until the owner changes the settings. */
export const TENANT_DEFAULTS = {
  currency: "GHS",
  timezone: "Africa/Accra",
  cashiersSeeTakings: false,
} as const;

/** All events of a tenant's stream. */
export type TenantStreamEvent = TenantEvent | TwoFactorPolicyChanged;

const Known = z.object({
  status: TenantStatus,
  name: z.string(),
  ownerId: UserId,
  plan: Plan,
  trialUntil: z.iso.date(),
  currency: Currency,
  timezone: z.string(),
  cashiersSeeTakings: z.optional(z.literal(false)),
  /** The platform's contact address. A tenant that registered itself has none. */
  email: z.optional(Sealed),
  phone: z.optional(z.string()),
  address: z.optional(z.string()),
  twoFactorRequired: z.optional(z.boolean()),
  /** The tenant is deleted at this time unless the owner cancels. */
  deletionUntil: z.optional(z.int()),
  deleted: z.optional(z.literal(true)),
});

export type KnownTenant = z.infer<typeof Known>;

export const Tenant = z.union([z.object({ status: z.literal("unknown") }), Known]);
export type Tenant = z.infer<typeof Tenant>;

export function evolveKnown(
  state: KnownTenant,
  event: Exclude<TenantStreamEvent, TenantRegistered | TenantCreated>,
): KnownTenant {
  switch (event.type) {
    case "TenantStatusChanged":
      return { ...state, status: event.data.to };
    case "TenantDetailsChanged":
      return withDetails(state, event.data.changes);
    case "TenantPlanChanged":
      return withPlan(state, event.data.changes);
    case "TwoFactorPolicyChanged":
      return { ...state, twoFactorRequired: event.data.required };
    case "AccountDeletionRequested":
      return { ...state, deletionUntil: event.data.until };
    case "AccountDeletionCancelled": {
      const { deletionUntil: _, ...rest } = state;
      return rest;
    }
    case "AccountDeleted": {
      const { email: _, ...rest } = state;
      return { ...rest, status: "suspended", deleted: true };
    }
    case "TrialEnded":
      return state;
  }
}

const withPlan = (
  state: KnownTenant,
  { plan, trialUntil }: TenantPlanChanged["data"]["changes"],
): KnownTenant => ({
  ...state,
  ...(plan && { plan: plan.to }),
  ...(trialUntil && { trialUntil: trialUntil.to }),
});

/** Cleared fields are left out. */
function withDetails(
  { email, phone, address, ...rest }: KnownTenant,
  changes: TenantDetailsChanged["data"]["changes"],
): KnownTenant {
  const now = {
    email: changes.email ? changes.email.to : email,
    phone: changes.phone ? changes.phone.to : phone,
    address: changes.address ? changes.address.to : address,
  };
  return {
    ...rest,
    ...(changes.name && { name: changes.name.to }),
    ...(now.email && { email: now.email }),
    ...(now.phone && { phone: now.phone }),
    ...(now.address && { address: now.address }),
  };
}
