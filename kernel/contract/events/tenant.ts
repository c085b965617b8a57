// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { change, LocalDate, Sealed } from "#kernel/contract/events/fields.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";

/** The name of a business is not personal data. Stands in the platform's log too. */
export const TenantRegistered = z.object({
  type: z.literal("TenantRegistered"),
  data: z.object({
    tenantId: TenantId,
    name: z.string(),
    ownerId: UserId,
    plan: Plan,
    trialUntil: LocalDate,
    currency: Currency,
    timezone: z.string(),
  }),
});
export type TenantRegistered = z.infer<typeof TenantRegistered>;

export const TenantStatusChanged = z.object({
  type: z.literal("TenantStatusChanged"),
  data: z.object({
    tenantId: TenantId,
    from: TenantStatus,
    to: TenantStatus,
    reason: z.optional(z.string()),
  }),
});
export type TenantStatusChanged = z.infer<typeof TenantStatusChanged>;

/** Made by a super admin: nobody has signed up for it, an owner is invited (R33). */
export const TenantCreated = z.object({
  type: z.literal("TenantCreated"),
  data: z.object({
    tenantId: TenantId,
    name: z.string(),
    ownerId: UserId,
    email: Sealed,
    phone: z.optional(z.string()),
    address: z.optional(z.string()),
    status: TenantStatus,
    plan: Plan,
    trialUntil: LocalDate,
    currency: Currency,
    timezone: z.string(),
  }),
});
export type TenantCreated = z.infer<typeof TenantCreated>;

export const TenantDetailsChanged = z.object({
  type: z.literal("TenantDetailsChanged"),
  data: z.object({
    tenantId: TenantId,
    changes: z.object({
      name: change(z.string()),
      email: change(z.nullable(Sealed)),
      phone: change(z.nullable(z.string())),
      address: change(z.nullable(z.string())),
    }),
  }),
});
export type TenantDetailsChanged = z.infer<typeof TenantDetailsChanged>;

export const TenantPlanChanged = z.object({
  type: z.literal("TenantPlanChanged"),
  data: z.object({
    tenantId: TenantId,
    changes: z.object({ plan: change(Plan), trialUntil: change(LocalDate) }),
  }),
});
export type TenantPlanChanged = z.infer<typeof TenantPlanChanged>;

export const TrialEnded = z.object({
  type: z.literal("TrialEnded"),
  data: z.object({ tenantId: TenantId, plan: Plan }),
});
export type TrialEnded = z.infer<typeof TrialEnded>;

/** Until when it can be taken back: 30 days (R8). */
export const AccountDeletionRequested = z.object({
  type: z.literal("AccountDeletionRequested"),
  data: z.object({ tenantId: TenantId, until: z.int() }),
});
export type AccountDeletionRequested = z.infer<typeof AccountDeletionRequested>;

export const AccountDeletionCancelled = z.object({
  type: z.literal("AccountDeletionCancelled"),
  data: z.object({ tenantId: TenantId }),
});
export type AccountDeletionCancelled = z.infer<typeof AccountDeletionCancelled>;

export const AccountDeleted = z.object({
  type: z.literal("AccountDeleted"),
  data: z.object({ tenantId: TenantId }),
});
export type AccountDeleted = z.infer<typeof AccountDeleted>;

export const TenantEvent = z.discriminatedUnion("type", [
  TenantRegistered,
  TenantCreated,
  TenantDetailsChanged,
  TenantPlanChanged,
  TenantStatusChanged,
  TrialEnded,
  AccountDeletionRequested,
  AccountDeletionCancelled,
  AccountDeleted,
]);
export type TenantEvent = z.infer<typeof TenantEvent>;
