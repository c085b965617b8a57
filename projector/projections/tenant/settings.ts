import { DEFAULT_BUSINESS, DEFAULT_NOTIFICATIONS } from "#kernel/contract/default-settings.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type {
  BusinessSettingsChanged,
  NotificationSettingsChanged,
} from "#kernel/contract/events/settings.ts";
import type { TenantCreated, TenantRegistered } from "#kernel/contract/events/tenant.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { thingsTable, type RowChange } from "#projector/projections/table.ts";

const settingsOf = thingsTable(
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

export const settings = defineProjection("settings", settingsOf.table, {
  TenantRegistered: (event) => opened(event),
  TenantCreated: (event) => opened(event),
  TenantDetailsChanged: ({ tenantId, data }) => {
    const { name } = data.changes;
    const isOwn = tenantId === data.tenantId;
    return isOwn && name ? [settingsOf.patch({}, { business_name: name.to })] : [];
  },
  BusinessSettingsChanged: (event) => [businessChanged(event)],
  NotificationSettingsChanged: (event) => [notificationsChanged(event)],
});

/** The platform's log repeats what happens to shops; there it is not about the tenant whose log it is. */
function opened({
  tenantId,
  data,
}: Recorded<TenantRegistered | TenantCreated>): readonly RowChange[] {
  if (tenantId !== data.tenantId) return [];
  const { name, currency, timezone } = data;
  return [
    settingsOf.put(
      {},
      {
        business_name: name,
        currency,
        timezone,
        tax_rate_bp: DEFAULT_BUSINESS.taxRateBp,
        oversell_policy: DEFAULT_BUSINESS.oversellPolicy,
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

type BusinessChanges = BusinessSettingsChanged["data"]["changes"];
type NotificationChanges = NotificationSettingsChanged["data"]["changes"];

const businessChanged = ({ data, streamVersion }: Recorded<BusinessSettingsChanged>): RowChange =>
  settingsOf.patch(
    {},
    {
      ...namedAs(data.changes),
      ...ruledBy(data.changes),
      business_version: streamVersion,
    },
  );

const namedAs = (changes: BusinessChanges) => ({
  ...(changes.businessName && { business_name: changes.businessName.to }),
  ...(changes.phone && { phone: changes.phone.to }),
  ...(changes.email && { email: changes.email.to }),
  ...(changes.address && { address: changes.address.to }),
  ...(changes.receiptFooter && { receipt_footer: changes.receiptFooter.to }),
});

const ruledBy = (changes: BusinessChanges) => ({
  ...(changes.currency && { currency: changes.currency.to }),
  ...(changes.timezone && { timezone: changes.timezone.to }),
  ...(changes.taxRateBp && { tax_rate_bp: changes.taxRateBp.to }),
  ...(changes.oversellPolicy && { oversell_policy: changes.oversellPolicy.to }),
  ...(changes.emailProvider && { email_provider: changes.emailProvider.to }),
  ...(changes.paymentProvider && { payment_provider: changes.paymentProvider.to }),
});

const notificationsChanged = ({
  data,
  streamVersion,
}: Recorded<NotificationSettingsChanged>): RowChange =>
  settingsOf.patch(
    {},
    {
      ...toggledBy(data.changes),
      ...timedBy(data.changes),
      notifications_version: streamVersion,
    },
  );

const toggledBy = (changes: NotificationChanges) => ({
  ...(changes.emailNotifications && { email_notifications: changes.emailNotifications.to }),
  ...(changes.lowStockAlerts && { low_stock_alerts: changes.lowStockAlerts.to }),
  ...(changes.salesReports && { sales_reports: changes.salesReports.to }),
  ...(changes.paymentNotifications && { payment_notifications: changes.paymentNotifications.to }),
  ...(changes.systemAlerts && { system_alerts: changes.systemAlerts.to }),
  ...(changes.customerNotifications && {
    customer_notifications: changes.customerNotifications.to,
  }),
});

const timedBy = (changes: NotificationChanges) => ({
  ...(changes.lowStockThreshold && { low_stock_threshold: changes.lowStockThreshold.to }),
  ...(changes.reportFrequency && { report_frequency: changes.reportFrequency.to }),
  ...(changes.emailTime && { email_time: changes.emailTime.to }),
});
