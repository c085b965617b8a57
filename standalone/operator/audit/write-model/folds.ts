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

/** Written as a method: the list then takes the deciders of all streams. */
interface Folding {
  readonly streamType: string;
  readonly initialState: unknown;
  evolve(state: unknown, event: TillbookEvent): unknown;
}

/** What a stream's snapshot is the fold of. */
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

/** By kind of stream; of others the write model keeps no state. */
export const FOLDS: ReadonlyMap<string, Fold> = new Map(
  ALL.map((decider) => [decider.streamType, decider]),
);

/** Of these the last event alone says what the state is: a log has as many streams of them as sales. */
export const FOLDED_BY_LAST: readonly string[] = [sale.streamType];
