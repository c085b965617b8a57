import { DEFAULT_BUSINESS, DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import type {
  BusinessSettingsChanged,
  NotificationSettingsChanged,
} from "#kernel/contract/events/settings.ts";
import type { TenantCreated, TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { defineProjection, isAboutOwnTenant } from "#projector/projections/projection.ts";
import { patchOf, thingsTable, type RowChange } from "#projector/projections/table.ts";

const setting = thingsTable(
  "rm_settings",
  {},
  {
    business_name: "text",
    phone: "text?",
    email: "text?",
    address: "text?",
    currency: "text",
    timezone: "text",
    tax_rate_bp: "int",
    receipt_footer: "text?",
    oversell_policy: "text",
    /** Null: not changed yet, so the default applies. */
    offline_days: "int?",
    offline_approval_minor: "bigint?",
    discount_limit_bp: "int?",
    stock_rule_chosen: "boolean?",
    first_steps_hidden: "boolean?",
    receipt_links: "boolean?",
    tax_profile: "text?",
    tin: "text?",
    cashiers_see_takings: "boolean?",
    tax_mode: "text?",
    email_provider: "text",
    payment_provider: "text",
    business_version: "int",
    email_notifications: "boolean",
    low_stock_alerts: "boolean",
    sales_reports: "boolean",
    payment_notifications: "boolean",
    system_alerts: "boolean",
    customer_notifications: "boolean",
    low_stock_threshold: "int",
    report_frequency: "text",
    email_time: "text",
    notifications_version: "int",
  },
);

export const settings = defineProjection("settings", setting.table, {
  TenantRegistered: (event) => registered(event),
  TenantCreated: (event) => registered(event),
  TenantDetailsChanged: (event) => {
    const { name } = event.data.changes;
    return isAboutOwnTenant(event) && name ? [setting.patch({}, { business_name: name.to })] : [];
  },
  BusinessSettingsChanged: (event) => [businessChanged(event)],
  NotificationSettingsChanged: (event) => [notificationsChanged(event)],
});

function registered(event: Applied<TenantRegistered | TenantCreated>): readonly RowChange[] {
  if (!isAboutOwnTenant(event)) return [];
  const { name, currency, timezone, cashiersSeeTakings } = event.data;
  return [
    setting.put(
      {},
      {
        business_name: name,
        currency,
        timezone,
        tax_rate_bp: DEFAULT_BUSINESS.taxRateBp,
        oversell_policy: DEFAULT_BUSINESS.oversellPolicy,
        cashiers_see_takings: cashiersSeeTakings ?? null,
        email_provider: DEFAULT_BUSINESS.emailProvider,
        payment_provider: DEFAULT_BUSINESS.paymentProvider,
        business_version: 0,
        email_notifications: DEFAULT_NOTIFICATIONS.emailNotifications,
        low_stock_alerts: DEFAULT_NOTIFICATIONS.lowStockAlerts,
        sales_reports: DEFAULT_NOTIFICATIONS.salesReports,
        payment_notifications: DEFAULT_NOTIFICATIONS.paymentNotifications,
        system_alerts: DEFAULT_NOTIFICATIONS.systemAlerts,
        customer_notifications: DEFAULT_NOTIFICATIONS.customerNotifications,
        low_stock_threshold: DEFAULT_NOTIFICATIONS.lowStockThreshold,
        report_frequency: DEFAULT_NOTIFICATIONS.reportFrequency,
        email_time: DEFAULT_NOTIFICATIONS.emailTime,
        notifications_version: 0,
      },
    ),
  ];
}

const businessChanged = ({ data, streamVersion }: Applied<BusinessSettingsChanged>): RowChange =>
  setting.patch(
    {},
    {
      ...patchOf(data.changes, {
        businessName: "business_name",
        phone: "phone",
        email: "email",
        address: "address",
        receiptFooter: "receipt_footer",
        currency: "currency",
        timezone: "timezone",
        taxRateBp: "tax_rate_bp",
        oversellPolicy: "oversell_policy",
        offlineDays: "offline_days",
        offlineApprovalMinor: "offline_approval_minor",
        discountLimitBp: "discount_limit_bp",
        stockRuleChosen: "stock_rule_chosen",
        firstStepsHidden: "first_steps_hidden",
        receiptLinks: "receipt_links",
        taxProfile: "tax_profile",
        tin: "tin",
        cashiersSeeTakings: "cashiers_see_takings",
        taxMode: "tax_mode",
        emailProvider: "email_provider",
        paymentProvider: "payment_provider",
      }),
      business_version: streamVersion,
    },
  );

const notificationsChanged = ({
  data,
  streamVersion,
}: Applied<NotificationSettingsChanged>): RowChange =>
  setting.patch(
    {},
    {
      ...patchOf(data.changes, {
        emailNotifications: "email_notifications",
        lowStockAlerts: "low_stock_alerts",
        salesReports: "sales_reports",
        paymentNotifications: "payment_notifications",
        systemAlerts: "system_alerts",
        customerNotifications: "customer_notifications",
        lowStockThreshold: "low_stock_threshold",
        reportFrequency: "report_frequency",
        emailTime: "email_time",
      }),
      notifications_version: streamVersion,
    },
  );
