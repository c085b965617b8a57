import * as z from "zod/mini";

import {
  absentIfEmpty,
  clearableText,
  email,
  optionalText,
  somethingToChange,
  text,
} from "#kernel/contract/api/fields.ts";
import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";

/** The limits of the tenant's plan, or of the largest plan during the trial. Null: no limit. */
export const Subscription = z.object({
  plan: Plan,
  is_trial: z.boolean(),
  /** The last day of the trial. */
  trial_until: z.nullable(z.string()),
  limits: z.object({
    products: z.nullable(z.int()),
    sales_a_month: z.nullable(z.int()),
    users: z.int(),
  }),
  use: z.object({ products: z.int(), sales_this_month: z.int(), users: z.int() }),
});
export type Subscription = z.infer<typeof Subscription>;

/** The deletion can be cancelled until `until`, which is null if no deletion was requested. */
export const AccountDeletion = z.object({ until: z.nullable(z.string()) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

const name = text(200, "Tenant name is required");
const address = email(texts.registration.emailRequired, texts.registration.emailInvalid);

/** Unknown fields are dropped. */
export const CreateTenantRequest = z.object({
  name,
  email: address,
  phone: optionalText(32),
  address: optionalText(500),
  plan: absentIfEmpty(Plan),
  status: absentIfEmpty(TenantStatus),
});
export type CreateTenantRequest = z.infer<typeof CreateTenantRequest>;

/** Absent means unchanged; `{status}` alone is enough. */
export const ChangeTenantRequest = z
  .object({
    name: absentIfEmpty(name),
    email: absentIfEmpty(address),
    phone: clearableText(32),
    address: clearableText(500),
    plan: absentIfEmpty(Plan),
    status: absentIfEmpty(TenantStatus),
    reason: optionalText(500),
  })
  .check(somethingToChange);
export type ChangeTenantRequest = z.infer<typeof ChangeTenantRequest>;
