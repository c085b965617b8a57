import type { EventType } from "#kernel/contract/events/catalogue.ts";

/**
 * Every event type by name, with the projections that it changes. A new type is missing here, and a projection
 * named here without a handler does not compile: nothing that is written to the log is passed over by accident.
 */
export const HANDLED_BY = {
  SaleRecorded: ["sales", "products", "daily_totals", "product_days", "product_totals"],
  SaleVoided: ["sales", "products", "daily_totals", "product_days", "product_totals"],

  ProductAdded: ["products"],
  ProductDetailsChanged: ["products"],
  ProductRepriced: ["products"],
  StockAdjusted: ["products"],
  StockCounted: ["products"],
  ProductArchived: ["products"],
  ProductRestored: ["products"],

  CustomerAdded: ["customers"],
  CustomerDetailsChanged: ["customers"],
  CustomerArchived: ["customers"],
  CustomerRestored: ["customers"],

  TenantRegistered: ["shops"],
  TenantCreated: ["shops"],
  TenantDetailsChanged: ["shops"],
  TenantPlanChanged: ["shops"],
  TenantStatusChanged: ["shops"],
  TrialEnded: [],
  AccountDeletionRequested: [],
  AccountDeletionCancelled: [],
  AccountDeleted: [],
  BusinessSettingsChanged: ["shops"],
  NotificationSettingsChanged: [],

  StaffInvited: [],
  InvitationResent: [],
  StaffJoined: [],
  StaffRoleChanged: [],
  StaffRemoved: [],
  ProfileChanged: [],
  SignedIn: [],
  LockedOut: [],
  TwoFactorPolicyChanged: [],
  SessionsEnded: [],
  PasswordChanged: [],
  PasswordResetRequested: [],
  TotpEnabled: [],
  TotpDisabled: [],
  RecoveryCodesReissued: [],
  SupportSessionStarted: [],
  SupportSessionEnded: [],

  NotificationRaised: [],
  NotificationRead: [],
  NotificationDismissed: [],
  NotificationsCleared: [],
  MailRequested: [],
  MailAccepted: [],
  MailFailed: [],

  ContactMessageReceived: [],
  PlatformSettingsChanged: [],
  SystemAlertRaised: [],
  SystemAlertCleared: [],

  ProjectionEventSkipped: [],
} as const satisfies Record<EventType, readonly string[]>;
