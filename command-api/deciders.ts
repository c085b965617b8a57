import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";

import { member } from "./account-store/member.ts";
import { approval } from "./approval/approval.ts";
import { customer } from "./customer/customer.ts";
import { mail } from "./mail/mail.ts";
import { notifications } from "./notification/notifications.ts";
import { backups } from "./platform/backups.ts";
import { systemAlerts } from "./platform/system-alerts.ts";
import { product } from "./product/product.ts";
import { profile } from "./profile/change-profile.ts";
import { receiptCopies } from "./sale/receipt-copies.ts";
import { receiptEmail } from "./sale/receipt-email.ts";
import { receiptLink } from "./sale/receipt-link.ts";
import { sale } from "./sale/sale.ts";
import { businessSettings } from "./settings/business-settings.ts";
import { notificationSettings } from "./settings/notification-settings.ts";
import { platformSettings } from "./settings/platform-settings.ts";
import { tenant } from "./tenant/tenant.ts";
import { issue } from "./till/issues/issue.ts";
import { till } from "./till/till.ts";

/** How a stream's snapshot follows from its events. A method, so that deciders of all states fit. */
export interface Fold {
  readonly streamType: string;
  readonly initialState: unknown;
  evolve(state: unknown, event: TillbookEvent): unknown;
}

/** Every decider. Verification folds their streams again; the write model keeps no state of others. */
export const DECIDERS: readonly Fold[] = [
  sale,
  receiptLink,
  receiptEmail,
  receiptCopies,
  product,
  customer,
  tenant,
  member,
  profile,
  businessSettings,
  notificationSettings,
  platformSettings,
  till,
  approval,
  issue,
  notifications,
  mail,
  systemAlerts,
  backups,
];
