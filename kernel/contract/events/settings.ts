// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { OversellPolicy, ReportFrequency, TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import { change } from "#kernel/contract/events/fields.ts";
import { changed, type Sentences } from "#kernel/contract/events/sentences.ts";
import { Currency, toDecimal } from "#kernel/contract/money.ts";

const text = change(z.nullable(z.string()));

/** A business's own contact data is not personal data. Providers' keys are kept elsewhere, sealed. */
export const BusinessSettingsChanged = z.object({
  type: z.literal("BusinessSettingsChanged"),
  data: z.object({
    changes: z.object({
      businessName: change(z.string()),
      phone: text,
      email: text,
      address: text,
      currency: change(Currency),
      timezone: change(z.string()),
      taxRateBp: change(z.int()),
      /** Null: never chosen, see `taxProfileOf`. */
      taxProfile: change(z.nullable(TaxProfile)),
      /** The number of the business as a taxpayer. */
      tin: text,
      taxMode: change(TaxMode),
      receiptFooter: text,
      oversellPolicy: change(OversellPolicy),
      offlineDays: change(z.int()),
      offlineApprovalMinor: change(z.int()),
      /** Hundredths of a percent. */
      discountLimitBp: change(z.int()),
      /** The owner has said what happens when stock runs out, perhaps what it was before. */
      stockRuleChosen: change(z.boolean()),
      firstStepsHidden: change(z.boolean()),
      /** Receipts may be shared as an address that anyone can open. */
      receiptLinks: change(z.boolean()),
      cashiersSeeTakings: change(z.boolean()),
      emailProvider: change(z.enum(["none", "smtp"])),
      paymentProvider: change(z.enum(["none", "paystack"])),
    }),
  }),
});
export type BusinessSettingsChanged = z.infer<typeof BusinessSettingsChanged>;

const toggle = change(z.boolean());

export const NotificationSettingsChanged = z.object({
  type: z.literal("NotificationSettingsChanged"),
  data: z.object({
    changes: z.object({
      emailNotifications: toggle,
      lowStockAlerts: toggle,
      salesReports: toggle,
      paymentNotifications: toggle,
      systemAlerts: toggle,
      customerNotifications: toggle,
      lowStockThreshold: change(z.int()),
      reportFrequency: change(ReportFrequency),
      emailTime: change(z.string()),
    }),
  }),
});
export type NotificationSettingsChanged = z.infer<typeof NotificationSettingsChanged>;

export const SettingsEvent = z.discriminatedUnion("type", [
  BusinessSettingsChanged,
  NotificationSettingsChanged,
]);
export type SettingsEvent = z.infer<typeof SettingsEvent>;

export const settingsSentences: Sentences<SettingsEvent> = {
  BusinessSettingsChanged: ({ data }) => businessWords(data.changes),
  NotificationSettingsChanged: ({ data }) =>
    `changed the notification settings: ${changed(data.changes)}`,
};

type BusinessChanges = BusinessSettingsChanged["data"]["changes"];

function businessWords(changes: BusinessChanges) {
  const {
    firstStepsHidden,
    stockRuleChosen,
    receiptLinks,
    cashiersSeeTakings,
    taxMode,
    ...settings
  } = changes;
  const words = changed(inCedis(settings));
  const acts = [
    ...(words === "" ? [] : [`changed the settings: ${words}`]),
    ...(stockRuleChosen?.to === true ? ["chose what happens when stock runs out"] : []),
    ...(taxMode ? [TAX_MODES[taxMode.to]] : []),
    ...(receiptLinks ? [`turned links to receipts ${receiptLinks.to ? "on" : "off"}`] : []),
    ...(cashiersSeeTakings
      ? [
          `${cashiersSeeTakings.to ? "showed" : "hid"} today's takings and the stock value to cashiers`,
        ]
      : []),
    ...(firstStepsHidden ? [`${firstStepsHidden.to ? "hid" : "showed"} the first steps`] : []),
  ];
  return acts.length > 0 ? acts.join(", and ") : "changed the settings";
}

const TAX_MODES: Readonly<Record<TaxMode, string>> = {
  inclusive: "said that prices include tax",
  exclusive: "said that tax is added to prices",
};

/** With the amount and the percentage as the screens show them. */
const inCedis = ({
  offlineApprovalMinor: limit,
  discountLimitBp: discount,
  tin,
  ...changes
}: Omit<
  BusinessChanges,
  "firstStepsHidden" | "stockRuleChosen" | "receiptLinks" | "cashiersSeeTakings" | "taxMode"
>) => ({
  ...changes,
  ...(tin && { taxpayerNumber: tin }),
  ...(limit && {
    offlineApprovalLimit: { from: toDecimal(limit.from), to: toDecimal(limit.to) },
  }),
  ...(discount && {
    discountLimit: { from: toDecimal(discount.from), to: toDecimal(discount.to) },
  }),
});
