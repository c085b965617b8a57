import * as z from "zod/mini";

import { Timezone, TinInput } from "#kernel/contract/api/business-settings.ts";
import { clearableEmail, clearableText, RateInput, text } from "#kernel/contract/api/fields.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { OversellPolicy, TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { typed } from "#web/ui/form/typed.ts";

export const BusinessSettingsForm = z.object({
  business_name: typed(text(200, texts.registration.businessNameRequired)),
  phone: typed(clearableText(32)),
  email: typed(clearableEmail(texts.registration.emailInvalid)),
  address: typed(clearableText(500)),
  currency: typed(Currency),
  timezone: typed(Timezone),
  tax_profile: TaxProfile,
  tin: typed(TinInput),
  tax_mode: TaxMode,
  tax_rate: typed(RateInput),
  receipt_footer: typed(clearableText(500)),
  oversell_policy: typed(OversellPolicy),
  receipt_links: z.boolean(),
  cashiers_see_takings: z.boolean(),
});
export type TypedBusiness = z.input<typeof BusinessSettingsForm>;

export const typedBusiness = (saved: BusinessSettings): TypedBusiness => ({
  business_name: saved.business_name,
  phone: saved.phone ?? "",
  email: saved.email ?? "",
  address: saved.address ?? "",
  currency: saved.currency,
  timezone: saved.timezone,
  tax_profile: saved.tax_profile,
  tin: saved.tin ?? "",
  tax_mode: saved.tax_mode,
  tax_rate: saved.tax_rate.toFixed(2),
  receipt_footer: saved.receipt_footer ?? "",
  oversell_policy: saved.oversell_policy,
  receipt_links: saved.receipt_links,
  cashiers_see_takings: saved.cashiers_see_takings,
});

/** A short name, and what it means. */
export const taxProfiles: Readonly<Record<TaxProfile, Readonly<{ name: string; hint: string }>>> = {
  unregistered: { name: "Not registered", hint: "No tax is charged or shown." },
  registered: {
    name: "Registered in Ghana",
    hint: "Receipts list VAT and the levies, and print your TIN.",
  },
  foreign: { name: "Another country", hint: "Tax is charged at the rate you enter." },
};

export const taxModes: Readonly<Record<TaxMode, string>> = {
  inclusive: "Include tax",
  exclusive: "Tax is added at the till",
};

/** Sends null for a cleared field; an empty text would leave it unchanged. */
export const toChanges = (changes: Readonly<Record<string, string | boolean>>) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      typeof value === "string" ? value.trim() || null : value,
    ]),
  );
