import * as z from "zod/mini";

export const Plan = z.enum(["basic", "premium", "enterprise"]);
export type Plan = z.infer<typeof Plan>;

export const TenantStatus = z.enum(["active", "pending", "suspended"]);
export type TenantStatus = z.infer<typeof TenantStatus>;

/** How to treat a sale that exceeds the stock. */
export const OversellPolicy = z.enum(["block", "warn", "allow"]);
export type OversellPolicy = z.infer<typeof OversellPolicy>;

/** Whether a business is registered for tax: in Ghana, in another country, or not at all. */
export const TaxProfile = z.enum(["unregistered", "registered", "foreign"]);
export type TaxProfile = z.infer<typeof TaxProfile>;

/** Whether prices include tax, or it is added to them. */
export const TaxMode = z.enum(["inclusive", "exclusive"]);
export type TaxMode = z.infer<typeof TaxMode>;

export const ReportFrequency = z.enum(["daily", "weekly", "monthly"]);
export type ReportFrequency = z.infer<typeof ReportFrequency>;

export const NotificationType = z.enum(["success", "error", "warning", "info"]);
export type NotificationType = z.infer<typeof NotificationType>;

export const ContactSubject = z.enum(["sales", "support", "billing", "partnership", "other"]);
export type ContactSubject = z.infer<typeof ContactSubject>;
