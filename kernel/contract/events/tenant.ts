// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod/mini";

import { LocalDate } from "#kernel/contract/events/fields.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";

export const Plan = z.enum(["basic", "premium", "enterprise"]);
export type Plan = z.infer<typeof Plan>;

export const TenantStatus = z.enum(["active", "pending", "suspended"]);
export type TenantStatus = z.infer<typeof TenantStatus>;

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

export const TenantEvent = z.discriminatedUnion("type", [TenantRegistered, TenantStatusChanged]);
export type TenantEvent = z.infer<typeof TenantEvent>;
