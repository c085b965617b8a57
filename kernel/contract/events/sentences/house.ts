import type { EventType } from "#kernel/contract/events/catalogue.ts";
import { because, changed, fieldsOf, type Sentences } from "#kernel/contract/events/sentences.ts";
import type { StaffEvent } from "#kernel/contract/events/staff.ts";

import type { trade } from "./trade.ts";

/** All that is neither trade nor people. */
type House = Exclude<EventType, keyof typeof trade | StaffEvent["type"]>;

export const house: Sentences<House> = {
  TenantRegistered: ({ data }) => `opened the business ${data.name}`,
  TenantCreated: ({ data }) => `made the business ${data.name} for an owner who was invited`,
  TenantDetailsChanged: ({ data }) => `changed the business's ${fieldsOf(data.changes)}`,
  TenantPlanChanged: ({ data }) => `changed the business: ${changed(data.changes)}`,
  TenantStatusChanged: ({ data: { from, to, reason } }) =>
    `set the business from ${from} to ${to}${because(reason)}`,
  TrialEnded: ({ data }) => `ended the trial of the plan ${data.plan}`,
  AccountDeletionRequested: ({ data }, { timeOf }) =>
    `asked for the account to be deleted; until ${timeOf(data.until)} it can be taken back`,
  AccountDeletionCancelled: () => "took back that the account be deleted",
  AccountDeleted: () => "deleted the account",
  BusinessSettingsChanged: ({ data }) => `changed the settings: ${changed(data.changes)}`,
  NotificationSettingsChanged: ({ data }) =>
    `changed the settings of notifications: ${changed(data.changes)}`,

  NotificationRaised: ({ data }, { personOf }) => `told ${personOf(data.userId)}: ${data.message}`,
  NotificationRead: ({ data }, { personOf }) =>
    `noted that ${personOf(data.userId)} read ${data.notificationIds.length} notifications`,
  NotificationDismissed: () => "dismissed a notification",
  NotificationsCleared: () => "cleared the notifications",
  MailRequested: ({ data }) => `asked for a mail to be sent: ${data.subject}`,
  MailAccepted: () => "sent the mail",
  MailFailed: ({ data: { error, final } }) =>
    `could not send the mail${final ? " and gave up" : ""}: ${error}`,

  ContactMessageReceived: ({ data }) => `received a message about ${data.subject}`,
  PlatformSettingsChanged: ({ data }) =>
    `changed the settings of the platform: ${changed(data.changes)}`,
  BackupTaken: ({ data: { tenants, events } }) =>
    `took a backup of ${events} events of ${tenants} businesses`,
  RestoreTested: ({ data: { ok, error } }) =>
    ok ? "restored a backup as a test: it holds" : `restored a backup as a test${because(error)}`,
  SystemAlertRaised: ({ data }) => `raised an alert: ${data.message}`,
  SystemAlertCleared: () => "cleared an alert",
  ProjectionEventSkipped: ({ data: { projection, seq, reason } }) =>
    `let the read model ${projection} go on behind event ${seq}${because(reason)}`,
};
