import type {
  BusinessSettings,
  NotificationSettings,
  Settings,
} from "#kernel/contract/api/settings.ts";
import type {
  OversellPolicy,
  ReportFrequency,
  TaxMode,
  TaxProfile,
} from "#kernel/contract/choices.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { type Currency, toDecimal } from "#kernel/contract/money.ts";
import { taxProfileOf } from "#kernel/contract/tax.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type SettingsRow = {
  business_name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  currency: Currency;
  timezone: string;
  tax_rate_bp: number;
  receipt_footer: string | null;
  oversell_policy: OversellPolicy;
  /** Null: the default. */
  offline_days: number | null;
  offline_approval_minor: number | null;
  receipt_links: boolean | null;
  tax_profile: TaxProfile | null;
  tin: string | null;
  cashiers_see_takings: boolean | null;
  tax_mode: TaxMode | null;
  discount_limit_bp: number | null;
  email_provider: "none" | "smtp";
  payment_provider: "none" | "paystack";
  business_version: number;
  email_notifications: boolean;
  low_stock_alerts: boolean;
  sales_reports: boolean;
  payment_notifications: boolean;
  system_alerts: boolean;
  customer_notifications: boolean;
  low_stock_threshold: number;
  report_frequency: ReportFrequency;
  email_time: string;
  notifications_version: number;
};

/** Null only while a new tenant is not projected yet. */
export const SETTINGS: Prepared<SettingsRow | null> = prepare({
  name: "settings",
  projections: ["settings"],
  sql: "select to_json(s) from rm.rm_settings s where s.tenant_id = $1",
});

export const toSettings = (row: SettingsRow, maySeeNotifications: boolean): Settings => ({
  business: toBusiness(row),
  notifications: maySeeNotifications ? toNotifications(row) : null,
});

const toBusiness = (row: SettingsRow): BusinessSettings => ({
  business_name: row.business_name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  currency: row.currency,
  timezone: row.timezone,
  tax_rate: toDecimal(row.tax_rate_bp),
  tax_profile: taxProfileOf(row.tax_profile, row.tax_rate_bp),
  tin: row.tin,
  tax_mode: row.tax_mode ?? DEFAULT_BUSINESS.taxMode,
  receipt_footer: row.receipt_footer,
  oversell_policy: row.oversell_policy,
  offline_days: row.offline_days ?? DEFAULT_BUSINESS.offlineDays,
  offline_approval_limit: toDecimal(
    row.offline_approval_minor ?? DEFAULT_BUSINESS.offlineApprovalMinor,
  ),
  receipt_links: row.receipt_links ?? DEFAULT_BUSINESS.receiptLinks,
  cashiers_see_takings: row.cashiers_see_takings ?? DEFAULT_BUSINESS.cashiersSeeTakings,
  discount_limit: toDecimal(row.discount_limit_bp ?? DEFAULT_BUSINESS.discountLimitBp),
  email_provider: row.email_provider,
  payment_provider: row.payment_provider,
  version: row.business_version,
});

export const toNotifications = (row: SettingsRow): NotificationSettings => ({
  email_notifications: row.email_notifications,
  low_stock_alerts: row.low_stock_alerts,
  sales_reports: row.sales_reports,
  payment_notifications: row.payment_notifications,
  system_alerts: row.system_alerts,
  customer_notifications: row.customer_notifications,
  low_stock_threshold: row.low_stock_threshold,
  report_frequency: row.report_frequency,
  email_time: row.email_time,
  version: row.notifications_version,
});
