import * as z from "zod";

import * as customer from "#kernel/contract/events/customer.ts";
import * as notification from "#kernel/contract/events/notification.ts";
import * as platform from "#kernel/contract/events/platform.ts";
import * as product from "#kernel/contract/events/product.ts";
import { ProjectionEventSkipped } from "#kernel/contract/events/projection.ts";
import {
  EventEffects,
  EventMeta,
  type Recorded,
  type StoredEvent,
} from "#kernel/contract/events/recorded.ts";
import * as sale from "#kernel/contract/events/sale.ts";
import * as settings from "#kernel/contract/events/settings.ts";
import * as staff from "#kernel/contract/events/staff.ts";
import * as tenant from "#kernel/contract/events/tenant.ts";

export const TillbookEvent = z.discriminatedUnion("type", [
  sale.SaleRecorded,
  sale.SaleVoided,
  product.ProductAdded,
  product.ProductDetailsChanged,
  product.ProductRepriced,
  product.StockAdjusted,
  product.StockCounted,
  product.ProductArchived,
  product.ProductRestored,
  customer.CustomerAdded,
  customer.CustomerDetailsChanged,
  customer.CustomerArchived,
  customer.CustomerRestored,
  customer.CustomerErased,
  tenant.TenantRegistered,
  tenant.TenantCreated,
  tenant.TenantDetailsChanged,
  tenant.TenantPlanChanged,
  tenant.TenantStatusChanged,
  tenant.TrialEnded,
  tenant.AccountDeletionRequested,
  tenant.AccountDeletionCancelled,
  tenant.AccountDeleted,
  settings.BusinessSettingsChanged,
  settings.NotificationSettingsChanged,
  staff.StaffInvited,
  staff.InvitationResent,
  staff.StaffJoined,
  staff.StaffRoleChanged,
  staff.StaffRemoved,
  staff.ProfileChanged,
  staff.SignedIn,
  staff.LockedOut,
  staff.TwoFactorPolicyChanged,
  staff.SessionsEnded,
  staff.PasswordChanged,
  staff.PasswordResetRequested,
  staff.TotpEnabled,
  staff.TotpDisabled,
  staff.RecoveryCodesReissued,
  staff.SupportSessionStarted,
  staff.SupportSessionEnded,
  notification.NotificationRaised,
  notification.NotificationRead,
  notification.NotificationDismissed,
  notification.NotificationsCleared,
  notification.MailRequested,
  notification.MailAccepted,
  notification.MailFailed,
  platform.ContactMessageReceived,
  platform.PlatformSettingsChanged,
  platform.BackupTaken,
  platform.RestoreTested,
  platform.SystemAlertRaised,
  platform.SystemAlertCleared,
  ProjectionEventSkipped,
]);
export type TillbookEvent = z.infer<typeof TillbookEvent>;
export type EventType = TillbookEvent["type"];
export type RecordedEvent = Recorded<TillbookEvent>;

/** The version written today, by type; a version once written is read for ever. */
export const SCHEMA_VERSION = {
  SaleRecorded: 1,
  SaleVoided: 1,
  ProductAdded: 1,
  ProductDetailsChanged: 1,
  ProductRepriced: 1,
  StockAdjusted: 1,
  StockCounted: 1,
  ProductArchived: 1,
  ProductRestored: 1,
  CustomerAdded: 1,
  CustomerDetailsChanged: 1,
  CustomerArchived: 1,
  CustomerRestored: 1,
  CustomerErased: 1,
  TenantRegistered: 1,
  TenantCreated: 1,
  TenantDetailsChanged: 1,
  TenantPlanChanged: 1,
  TenantStatusChanged: 1,
  TrialEnded: 1,
  AccountDeletionRequested: 1,
  AccountDeletionCancelled: 1,
  AccountDeleted: 1,
  BusinessSettingsChanged: 1,
  NotificationSettingsChanged: 1,
  StaffInvited: 1,
  InvitationResent: 1,
  StaffJoined: 1,
  StaffRoleChanged: 1,
  StaffRemoved: 1,
  ProfileChanged: 1,
  SignedIn: 1,
  LockedOut: 1,
  TwoFactorPolicyChanged: 1,
  SessionsEnded: 1,
  PasswordChanged: 1,
  PasswordResetRequested: 1,
  TotpEnabled: 1,
  TotpDisabled: 1,
  RecoveryCodesReissued: 1,
  SupportSessionStarted: 1,
  SupportSessionEnded: 1,
  NotificationRaised: 1,
  NotificationRead: 1,
  NotificationDismissed: 1,
  NotificationsCleared: 1,
  MailRequested: 1,
  MailAccepted: 1,
  MailFailed: 1,
  ContactMessageReceived: 1,
  PlatformSettingsChanged: 1,
  BackupTaken: 1,
  RestoreTested: 1,
  SystemAlertRaised: 1,
  SystemAlertCleared: 1,
  ProjectionEventSkipped: 1,
} as const satisfies Record<EventType, number>;

export const isEventType = (type: string): type is EventType => Object.hasOwn(SCHEMA_VERSION, type);

type Upcaster = (data: unknown) => unknown;

/** `${type}@${version}` turns the data of that version into the next one's. */
const UPCASTERS: Readonly<Record<string, Upcaster>> = {};

/** The data of an older version, brought up step by step to today's. */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  upcasters: Readonly<Record<string, Upcaster>> = UPCASTERS,
): unknown {
  let current = data;
  for (let v = version; v < SCHEMA_VERSION[type]; v++) {
    const step = upcasters[`${type}@${v}`];
    if (!step) throw new Error(`no upcaster from ${type} version ${v}`);
    current = step(current);
  }
  return current;
}

/** Reads a stored event by the catalogue; throws for an unknown type, a newer version or a shape that does not hold. */
export function parseStored(stored: StoredEvent): RecordedEvent {
  const { type, schemaV } = stored;
  if (!isEventType(type)) throw new Error(`unknown event type ${type}`);
  if (schemaV > SCHEMA_VERSION[type]) {
    throw new Error(`${type} version ${schemaV} is newer than this build`);
  }
  const data: unknown = upcast(type, schemaV, JSON.parse(stored.data));
  const event = TillbookEvent.parse({ type, data });
  return {
    ...stored,
    ...event,
    meta: EventMeta.parse(JSON.parse(stored.meta)),
    effects: stored.effects === null ? {} : EventEffects.parse(JSON.parse(stored.effects)),
  };
}
