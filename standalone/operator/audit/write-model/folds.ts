import { member } from "#command-api/account-store/member.ts";
import { customer } from "#command-api/customer/customer.ts";
import { mail } from "#command-api/mail/mail.ts";
import { notifications } from "#command-api/notification/notifications.ts";
import { backups } from "#command-api/platform/backups.ts";
import { systemAlerts } from "#command-api/platform/system-alerts.ts";
import { product } from "#command-api/product/product.ts";
import { profile } from "#command-api/profile/change-profile.ts";
import { sale } from "#command-api/sale/sale.ts";
import { businessSettings } from "#command-api/settings/business-settings.ts";
import { notificationSettings } from "#command-api/settings/notification-settings.ts";
import { platformSettings } from "#command-api/settings/platform-settings.ts";
import { tenant } from "#command-api/tenant/tenant.ts";
import type { TillbookEvent } from "#kernel/contract/events/catalogue.ts";

/** A method, not a property, so that the list accepts deciders of all states. */
interface Folding {
  readonly streamType: string;
  readonly initialState: unknown;
  evolve(state: unknown, event: TillbookEvent): unknown;
}

/** The fold that makes a stream's snapshot. */
export type Fold = Folding;

const ALL: readonly Fold[] = [
  sale,
  product,
  customer,
  tenant,
  member,
  profile,
  businessSettings,
  notificationSettings,
  platformSettings,
  notifications,
  mail,
  systemAlerts,
  backups,
];

/** By stream type. The write model keeps no state of other streams. */
export const FOLDS: ReadonlyMap<string, Fold> = new Map(
  ALL.map((decider) => [decider.streamType, decider]),
);

/**
 * In these streams the last event alone determines the state. A log has as many of them as sales.
 */
export const FOLDED_BY_LAST: readonly string[] = [sale.streamType];
