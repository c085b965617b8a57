import * as z from "zod/mini";

import { absentIfEmpty, ThresholdInput } from "#kernel/contract/api/fields.ts";
import { OversellPolicy, ReportFrequency, TaxMode, TaxProfile } from "#kernel/contract/choices.ts";
import { Currency } from "#kernel/contract/money.ts";

export const notEmpty = z.refine<object>(
  (settings) => Object.keys(settings).length > 0,
  "Send at least one setting",
);

const changeable = {
  email_notifications: absentIfEmpty(z.boolean()),
  low_stock_alerts: absentIfEmpty(z.boolean()),
  sales_reports: absentIfEmpty(z.boolean()),
  payment_notifications: absentIfEmpty(z.boolean()),
  system_alerts: absentIfEmpty(z.boolean()),
  customer_notifications: absentIfEmpty(z.boolean()),
  low_stock_threshold: absentIfEmpty(ThresholdInput),
  report_frequency: absentIfEmpty(ReportFrequency),
} as const;

/** The whole object of a legacy client, or a part of it. Unknown fields are ignored. */
export const UpdateNotificationSettingsRequest = z.object(changeable).check(notEmpty);
export type UpdateNotificationSettingsRequest = z.infer<typeof UpdateNotificationSettingsRequest>;

export const ChangeNotificationSettingsRequest = z.strictObject(changeable).check(notEmpty);

/** Send `version` as `If-Match`. */
export const BusinessSettings = z.object({
  business_name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  currency: Currency,
  timezone: z.string(),
  tax_rate: z.number(),
  tax_profile: TaxProfile,
  /** The number of the business as a taxpayer, printed on receipts. Only a registered one has it. */
  tin: z.nullable(z.string()),
  /** Of the screens. `POST /api/sales.php` takes the prices as its own `tax` says. */
  tax_mode: TaxMode,
  receipt_footer: z.nullable(z.string()),
  oversell_policy: OversellPolicy,
  /** After so many days without contact a till sends, and does not sell. */
  offline_days: z.int(),
  /** The largest amount that a PIN can approve without a network. */
  offline_approval_limit: z.number(),
  /** Receipts may be shared as an address that anyone can open. */
  receipt_links: z.boolean(),
  cashiers_see_takings: z.boolean(),
  /** In percent: what a person who may not change prices takes off a line alone. */
  discount_limit: z.number(),
  email_provider: z.enum(["none", "smtp"]),
  payment_provider: z.enum(["none", "paystack"]),
  version: z.int(),
});
export type BusinessSettings = z.infer<typeof BusinessSettings>;

export const NotificationSettings = z.object({
  email_notifications: z.boolean(),
  low_stock_alerts: z.boolean(),
  sales_reports: z.boolean(),
  payment_notifications: z.boolean(),
  system_alerts: z.boolean(),
  customer_notifications: z.boolean(),
  low_stock_threshold: z.int(),
  report_frequency: ReportFrequency,
  email_time: z.string(),
  version: z.int(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** `notifications` is null if the reader's role may not see them. */
export const Settings = z.object({
  business: BusinessSettings,
  notifications: z.nullable(NotificationSettings),
});
export type Settings = z.infer<typeof Settings>;
