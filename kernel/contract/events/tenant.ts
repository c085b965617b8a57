// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { change, LocalDate, Sealed } from "#kernel/contract/events/fields.ts";
import { because, changed, fieldsOf, type Sentences } from "#kernel/contract/events/sentences.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import { PLANS } from "#kernel/contract/plans.ts";

/**
 * False: cashiers of this business begin without its takings and its stock value. Absent: it is older
 * than the setting, and its cashiers go on seeing them.
 */
const cashiersSeeTakings = z.optional(z.literal(false));

/** Also in the platform's log. The name of a business is not personal data. */
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
    cashiersSeeTakings,
  }),
});
export type TenantRegistered = z.infer<typeof TenantRegistered>;

const TenantStatusChanged = z.object({
  type: z.literal("TenantStatusChanged"),
  data: z.object({
    tenantId: TenantId,
    from: TenantStatus,
    to: TenantStatus,
    reason: z.optional(z.string()),
  }),
});

/** Created by a super admin, who invites an owner; no one signed up for it. */
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
    cashiersSeeTakings,
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

const TrialEnded = z.object({
  type: z.literal("TrialEnded"),
  data: z.object({ tenantId: TenantId, plan: Plan }),
});

/** `until`: it can be cancelled for 30 days. */
const AccountDeletionRequested = z.object({
  type: z.literal("AccountDeletionRequested"),
  data: z.object({ tenantId: TenantId, until: z.int() }),
});

const AccountDeletionCancelled = z.object({
  type: z.literal("AccountDeletionCancelled"),
  data: z.object({ tenantId: TenantId }),
});

const AccountDeleted = z.object({
  type: z.literal("AccountDeleted"),
  data: z.object({ tenantId: TenantId }),
});

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

export const tenantSentences: Sentences<TenantEvent> = {
  TenantRegistered: ({ data }) => `registered the business ${data.name}`,
  TenantCreated: ({ data }) => `created the business ${data.name} and invited its owner`,
  TenantDetailsChanged: ({ data }) => `changed the business's ${fieldsOf(data.changes)}`,
  TenantPlanChanged: ({ data }) => `changed the subscription: ${changed(data.changes)}`,
  TenantStatusChanged: ({ data: { from, to, reason } }) =>
    `changed the business's status from ${from} to ${to}${because(reason)}`,
  TrialEnded: ({ data }) => `ended the trial; the plan is now ${PLANS[data.plan].name}`,
  AccountDeletionRequested: ({ data }, { timeOf }) =>
    `requested the deletion of the account, which can be cancelled until ${timeOf(data.until)}`,
  AccountDeletionCancelled: () => "cancelled the deletion of the account",
  AccountDeleted: () => "deleted the account",
};
