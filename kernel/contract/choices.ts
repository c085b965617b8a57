import * as z from "zod/mini";

export const Plan = z.enum(["basic", "premium", "enterprise"]);
export type Plan = z.infer<typeof Plan>;

export const TenantStatus = z.enum(["active", "pending", "suspended"]);
export type TenantStatus = z.infer<typeof TenantStatus>;

/** The timezones that a tenant can choose. */
export const Timezone = z.enum(["Africa/Accra", "UTC", "America/New_York", "Europe/London"]);
export type Timezone = z.infer<typeof Timezone>;

/** How to treat a sale that exceeds the stock. */
export const OversellPolicy = z.enum(["block", "warn", "allow"]);
export type OversellPolicy = z.infer<typeof OversellPolicy>;

export const ReportFrequency = z.enum(["daily", "weekly", "monthly"]);
export type ReportFrequency = z.infer<typeof ReportFrequency>;

export const NotificationType = z.enum(["success", "error", "warning", "info"]);
export type NotificationType = z.infer<typeof NotificationType>;

export const ContactSubject = z.enum(["sales", "support", "billing", "partnership", "other"]);
export type ContactSubject = z.infer<typeof ContactSubject>;

export const MailKind = z.enum([
  "test",
  "low-stock",
  "sales-report",
  "password-reset",
  "password-changed",
  "invitation",
  "trial-end",
  "account-deletion",
  "contact",
]);
export type MailKind = z.infer<typeof MailKind>;
