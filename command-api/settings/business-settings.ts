import * as z from "zod/mini";

import { OversellPolicy, TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { BusinessSettingsChanged } from "#kernel/contract/events/settings.ts";
import { Currency } from "#kernel/contract/money.ts";
import { taxProfileOf } from "#kernel/contract/tax.ts";

import { changesOf, valuesAfter } from "./changes.ts";

const text = z.optional(z.nullable(z.string()));

/** The values that were set. Everything else comes from the registration or the defaults. */
const BusinessSettings = z.object({
  businessName: z.optional(z.string()),
  phone: text,
  email: text,
  address: text,
  currency: z.optional(Currency),
  timezone: z.optional(z.string()),
  taxRateBp: z.optional(z.int()),
  taxProfile: z.optional(z.nullable(TaxProfile)),
  tin: text,
  taxMode: z.optional(TaxMode),
  receiptFooter: text,
  oversellPolicy: z.optional(OversellPolicy),
  offlineDays: z.optional(z.int()),
  offlineApprovalMinor: z.optional(z.int()),
  discountLimitBp: z.optional(z.int()),
  stockRuleChosen: z.optional(z.boolean()),
  firstStepsHidden: z.optional(z.boolean()),
  receiptLinks: z.optional(z.boolean()),
  cashiersSeeTakings: z.optional(z.boolean()),
  emailProvider: z.optional(z.enum(["none", "smtp"])),
  paymentProvider: z.optional(z.enum(["none", "paystack"])),
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

export type ChangeBusinessSettings = Readonly<{
  type: "ChangeBusinessSettings";
  wanted: BusinessSettings;
  /** Values of settings that were never set. */
  registered: Readonly<{
    businessName: string;
    currency: Currency;
    timezone: string;
    cashiersSeeTakings: boolean;
  }>;
}>;

const Changes = BusinessSettingsChanged.shape.data.shape.changes;

/** One form with many fields. The event holds the fields that changed. */
export const businessSettings: Decider<
  ChangeBusinessSettings,
  BusinessSettings,
  BusinessSettingsChanged,
  never
> = {
  streamType: "business-settings",
  initialState: {},
  parseState: (stored) => BusinessSettings.parse(stored),

  decide({ wanted, registered }, state) {
    const before = { ...DEFAULT_BUSINESS, ...registered, ...state };
    const changes = changesOf(before, { ...wanted, ...taxOf(before, wanted) });
    if (Object.keys(changes).length === 0) return [];
    return [{ type: "BusinessSettingsChanged", data: { changes: Changes.parse(changes) } }];
  },

  evolve: (state, { data }) => BusinessSettings.parse(valuesAfter(state, data.changes)),
};

type TaxSettings = Pick<BusinessSettings, "taxRateBp" | "taxProfile" | "tin">;

/**
 * The settings of tax that follow from others. A business that is not registered charges none, and
 * only one that is registered in Ghana has a TIN: with it, the profile counts as chosen.
 */
function taxOf(before: TaxSettings, wanted: TaxSettings): TaxSettings {
  const taxProfile = wanted.taxProfile ?? before.taxProfile;
  const taxRateBp =
    wanted.taxProfile === "unregistered" ? 0 : (wanted.taxRateBp ?? before.taxRateBp);
  const profile = taxProfileOf(taxProfile, taxRateBp);
  if (profile !== "registered") return { taxRateBp, tin: null };
  return wanted.tin ? { taxRateBp, taxProfile: profile } : { taxRateBp };
}
