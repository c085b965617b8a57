import * as z from "zod/mini";

import {
  amountInput,
  clearableEmail,
  clearableText,
  RateInput,
  text,
  wholeNumber,
} from "#kernel/contract/api/fields.ts";
import { notEmpty } from "#kernel/contract/api/settings.ts";
import { OversellPolicy, TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";

/** The timezones that a tenant can choose. */
export const Timezone = z.enum(["Africa/Accra", "UTC", "America/New_York", "Europe/London"]);
export type Timezone = z.infer<typeof Timezone>;

/** After so many days without contact a till sends, and does not sell. */
export const OfflineDaysInput = wholeNumber(
  1,
  30,
  "The days without a network must be a whole number from 1 to 30",
);

/** A number of the tax authority, or of the Ghana Card. */
export const TinInput = clearableText(20);

const APPROVAL_LIMIT = "Enter an amount like 200.00";

/** The largest amount that a PIN can approve without a network. */
export const ApprovalLimitInput = amountInput(APPROVAL_LIMIT, APPROVAL_LIMIT);

/**
 * Absent means unchanged, null clears. `tax_rate` and `discount_limit` are percentages. A business
 * that is not registered has a rate of 0, and only one that is registered in Ghana has a TIN.
 */
export const ChangeBusinessSettingsRequest = z
  .strictObject({
    business_name: z.optional(text(200, texts.registration.businessNameRequired)),
    phone: clearableText(32),
    email: clearableEmail(texts.registration.emailInvalid),
    address: clearableText(500),
    currency: z.optional(Currency),
    timezone: z.optional(Timezone),
    tax_rate: z.optional(RateInput),
    tax_profile: z.optional(TaxProfile),
    tin: TinInput,
    tax_mode: z.optional(TaxMode),
    receipt_footer: clearableText(500),
    oversell_policy: z.optional(OversellPolicy),
    offline_days: z.optional(OfflineDaysInput),
    offline_approval_limit: z.optional(ApprovalLimitInput),
    discount_limit: z.optional(RateInput),
    stock_rule_chosen: z.optional(z.boolean()),
    first_steps_hidden: z.optional(z.boolean()),
    receipt_links: z.optional(z.boolean()),
    cashiers_see_takings: z.optional(z.boolean()),
  })
  .check(notEmpty);
export type ChangeBusinessSettingsRequest = z.infer<typeof ChangeBusinessSettingsRequest>;
