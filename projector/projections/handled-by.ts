import type { EventType } from "#kernel/contract/events/catalogue.ts";

/** What grows by a sale and shrinks by its void. */
const SALE_FIGURES = [
  "daily_totals",
  "product_days",
  "product_totals",
  "hours",
  "staff_days",
  "method_days",
  "platform_totals",
  "platform_days",
] as const;

/**
 * Every event type by name, with the projections that it changes. A new type is missing here, and a projection
 * named here without a handler does not compile: nothing that is written to the log is passed over by accident.
 */
export const HANDLED_BY = {
  SaleRecorded: ["sales", "products", "stock_movements", ...SALE_FIGURES],
  SaleVoided: ["sales", "products", "stock_movements", ...SALE_FIGURES],

  ProductAdded: ["products", "stock_movements"],
  ProductDetailsChanged: ["products"],
  ProductRepriced: ["products"],
  StockAdjusted: ["products", "stock_movements"],
  StockCounted: ["products", "stock_movements"],
  ProductArchived: ["products"],
  ProductRestored: ["products"],

  CustomerAdded: ["customers"],
  CustomerDetailsChanged: ["customers"],
  CustomerArchived: ["customers"],
  CustomerRestored: ["customers"],

  TenantRegistered: ["shops", "settings", "platform_tenants", "platform_activity"],
  TenantCreated: ["shops", "settings", "platform_tenants", "platform_activity"],
  TenantDetailsChanged: ["shops", "settings", "platform_tenants", "platform_activity"],
  TenantPlanChanged: ["shops", "platform_tenants", "platform_activity"],
  TenantStatusChanged: ["shops", "platform_tenants", "platform_activity"],
  TrialEnded: [],
  AccountDeletionRequested: ["shops", "platform_activity"],
  AccountDeletionCancelled: ["shops", "platform_activity"],
  AccountDeleted: ["shops", "customers", "sales", "mails", "platform_tenants", "platform_activity"],
  BusinessSettingsChanged: ["shops", "settings", "platform_tenants"],
  NotificationSettingsChanged: ["settings"],

  StaffInvited: [],
  InvitationResent: [],
  StaffJoined: ["platform_members"],
  StaffRoleChanged: [],
  StaffRemoved: ["platform_members"],
  ProfileChanged: [],
  SignedIn: ["platform_tenants", "platform_activity"],
  LockedOut: ["platform_activity"],
  TwoFactorPolicyChanged: [],
  SessionsEnded: [],
  PasswordChanged: [],
  PasswordResetRequested: [],
  TotpEnabled: [],
  TotpDisabled: [],
  RecoveryCodesReissued: [],
  SupportSessionStarted: ["platform_activity"],
  SupportSessionEnded: ["platform_activity"],

  NotificationRaised: ["notifications"],
  NotificationRead: ["notifications"],
  NotificationDismissed: ["notifications"],
  NotificationsCleared: ["bells"],
  MailRequested: ["mails", "platform_mails"],
  MailAccepted: ["mails", "platform_mails"],
  MailFailed: ["mails", "platform_mails"],

  ContactMessageReceived: ["platform_inbox", "platform_activity"],
  PlatformSettingsChanged: ["platform_settings", "platform_activity"],
  SystemAlertRaised: ["platform_alerts", "platform_activity"],
  SystemAlertCleared: ["platform_alerts", "platform_activity"],

  ProjectionEventSkipped: [],
} as const satisfies Record<EventType, readonly string[]>;
