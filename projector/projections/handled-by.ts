import type { ProjectedEventType } from "#kernel/contract/event-types.ts";

/** Sums that a sale increases and its void decreases. */
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
 * The projections that each event type changes. A missing event type, unless it is listed as only in
 * the log, or a projection without a handler, is a compile error: no event is ignored by accident.
 */
export const HANDLED_BY = {
  SaleRecorded: [
    "sales",
    "products",
    "stock_movements",
    "takings",
    "sale_flags",
    "receipt_numbers",
    "receipt_links",
    ...SALE_FIGURES,
  ],
  SaleVoided: ["sales", "products", "stock_movements", "takings", ...SALE_FIGURES],

  ReceiptLinkMade: ["receipt_links"],
  ReceiptCopied: ["receipt_copies"],

  ProductAdded: ["products", "stock_movements", "changes"],
  ProductDetailsChanged: ["products", "changes"],
  ProductRepriced: ["products", "changes"],
  StockAdjusted: ["products", "stock_movements", "changes"],
  StockCounted: ["products", "stock_movements", "changes"],
  ProductArchived: ["products", "changes"],
  ProductRestored: ["products", "changes"],
  ProductPictureSet: ["products", "changes"],

  CustomerAdded: ["customers", "changes"],
  CustomerDetailsChanged: ["customers", "changes"],
  CustomerArchived: ["customers", "changes"],
  CustomerRestored: ["customers", "changes"],
  CustomerErased: ["customers", "sales", "set_aside", "changes"],

  TenantRegistered: ["shops", "settings", "platform_tenants", "platform_activity", "changes"],
  TenantCreated: ["shops", "settings", "platform_tenants", "platform_activity", "changes"],
  TenantDetailsChanged: ["shops", "settings", "platform_tenants", "platform_activity", "changes"],
  TenantPlanChanged: ["shops", "platform_tenants", "platform_activity", "changes"],
  TenantStatusChanged: ["shops", "platform_tenants", "platform_activity", "changes"],
  AccountDeletionRequested: ["shops", "platform_activity", "changes"],
  AccountDeletionCancelled: ["shops", "platform_activity", "changes"],
  AccountDeleted: [
    "shops",
    "customers",
    "sales",
    "set_aside",
    "mails",
    "platform_tenants",
    "platform_activity",
    "changes",
  ],
  BusinessSettingsChanged: ["shops", "settings", "platform_tenants", "changes"],
  NotificationSettingsChanged: ["settings", "changes"],

  StaffJoined: ["platform_members"],
  StaffRemoved: ["platform_members"],
  SignedIn: ["platform_tenants", "platform_activity"],
  LockedOut: ["platform_activity"],
  SupportSessionStarted: ["platform_activity"],
  SupportSessionEnded: ["platform_activity"],

  TillEnrolled: ["tills"],
  TillChanged: ["tills"],
  TillRevoked: ["tills"],
  EntrySetAside: ["set_aside"],
  EntryResolved: ["set_aside"],
  IssueResolved: ["issue_resolutions"],

  ApprovalRequested: ["approvals"],
  ApprovalGiven: ["approvals"],
  ApprovalRefused: ["approvals"],
  ApprovalClaimed: ["approvals"],
  ApprovalAnswered: ["approvals"],

  NotificationRaised: ["notifications"],
  NotificationRead: ["notifications"],
  NotificationDismissed: ["notifications"],
  NotificationsCleared: ["bells"],
  MailRequested: ["mails", "platform_mails"],
  MailAccepted: ["mails", "platform_mails"],
  MailFailed: ["mails", "platform_mails"],

  ContactMessageReceived: ["platform_inbox", "platform_activity"],
  PlatformSettingsChanged: ["platform_settings", "platform_activity"],
  BackupTaken: ["platform_backups", "platform_activity"],
  RestoreTested: ["platform_backups", "platform_activity"],
  SystemAlertRaised: ["platform_alerts", "platform_activity"],
  SystemAlertCleared: ["platform_alerts", "platform_activity"],
} as const satisfies Record<ProjectedEventType, readonly string[]>;
