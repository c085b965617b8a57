import * as z from "zod/mini";

import { ThresholdInput } from "#kernel/contract/api/fields.ts";
import type { NotificationSettings } from "#kernel/contract/api/settings.ts";
import { ReportFrequency } from "#kernel/contract/choices.ts";

const NumberInput = z.pipe(
  z.string(),
  z.transform((text): string | number => text),
);

export const NotificationSchema = z.object({
  email_notifications: z.boolean(),
  system_alerts: z.boolean(),
  low_stock_alerts: z.boolean(),
  sales_reports: z.boolean(),
  payment_notifications: z.boolean(),
  low_stock_threshold: z.pipe(NumberInput, ThresholdInput),
  report_frequency: z.pipe(z.string(), z.enum(ReportFrequency.options)),
});
export type TypedNotifications = z.input<typeof NotificationSchema>;

export const typedNotifications = (saved: NotificationSettings): TypedNotifications => ({
  email_notifications: saved.email_notifications,
  system_alerts: saved.system_alerts,
  low_stock_alerts: saved.low_stock_alerts,
  sales_reports: saved.sales_reports,
  payment_notifications: saved.payment_notifications,
  low_stock_threshold: String(saved.low_stock_threshold),
  report_frequency: saved.report_frequency,
});
