/** The groups of the audit screen's filter. Events of "Platform" are only in the platform's own log. */
export const EVENT_GROUPS = [
  "Sales",
  "Products and stock",
  "Customers",
  "Staff",
  "Sign-in",
  "Business",
  "Tills",
  "Notifications and email",
  "Platform",
] as const;
type EventGroup = (typeof EVENT_GROUPS)[number];

type ListedEvent = Readonly<{
  type: string;
  /** The type of the stream that it is appended to. */
  stream: string;
  group: EventGroup;
  /** The version written today, if it is not 1. Older versions stay readable permanently. */
  version?: number;
  /** The audit screen shows the fields of this event as new, without an earlier value. */
  showsFields?: boolean;
  /** No read model changes: only the log and the audit screen show it. */
  isInLogOnly?: true;
  /** The first format of events that has this type, if it is not 1. */
  format?: number;
}>;

/**
 * What this build can read. A new event type, or a new value that older builds refuse or forget,
 * raises it: nothing of a format is written while an older process reads the log.
 */
export const EVENT_FORMAT = 2;

/** Every event type. Its shape and its sentence are in kernel/contract/events. */
export const EVENT_TYPES = [
  { type: "SaleRecorded", stream: "sale", group: "Sales" },
  { type: "SaleVoided", stream: "sale", group: "Sales" },
  { type: "ReceiptLinkMade", stream: "receipt-link", group: "Sales", format: 2 },
  {
    type: "ReceiptEmailRequested",
    stream: "receipt-email",
    group: "Sales",
    format: 2,
    isInLogOnly: true,
  },
  { type: "ReceiptCopied", stream: "receipt-copies", group: "Sales", format: 2 },
  { type: "ProductAdded", stream: "product", group: "Products and stock", showsFields: true },
  { type: "ProductDetailsChanged", stream: "product", group: "Products and stock" },
  { type: "ProductRepriced", stream: "product", group: "Products and stock" },
  { type: "StockAdjusted", stream: "product", group: "Products and stock" },
  { type: "StockCounted", stream: "product", group: "Products and stock" },
  { type: "ProductPictureSet", stream: "product", group: "Products and stock", format: 2 },
  { type: "ProductArchived", stream: "product", group: "Products and stock" },
  { type: "ProductRestored", stream: "product", group: "Products and stock" },
  { type: "CustomerAdded", stream: "customer", group: "Customers", showsFields: true },
  { type: "CustomerDetailsChanged", stream: "customer", group: "Customers" },
  { type: "CustomerArchived", stream: "customer", group: "Customers" },
  { type: "CustomerRestored", stream: "customer", group: "Customers" },
  { type: "CustomerErased", stream: "customer", group: "Customers" },
  { type: "TenantRegistered", stream: "tenant", group: "Business", showsFields: true },
  { type: "TenantCreated", stream: "tenant", group: "Business", showsFields: true },
  { type: "TenantDetailsChanged", stream: "tenant", group: "Business" },
  { type: "TenantPlanChanged", stream: "tenant", group: "Business" },
  { type: "TenantStatusChanged", stream: "tenant", group: "Business" },
  { type: "TrialEnded", stream: "tenant", group: "Business", isInLogOnly: true },
  { type: "AccountDeletionRequested", stream: "tenant", group: "Business" },
  { type: "AccountDeletionCancelled", stream: "tenant", group: "Business" },
  { type: "AccountDeleted", stream: "tenant", group: "Business" },
  { type: "BusinessSettingsChanged", stream: "business-settings", group: "Business" },
  { type: "NotificationSettingsChanged", stream: "notification-settings", group: "Business" },
  { type: "StaffInvited", stream: "member", group: "Staff", showsFields: true, isInLogOnly: true },
  { type: "InvitationResent", stream: "member", group: "Staff", isInLogOnly: true },
  { type: "StaffJoined", stream: "member", group: "Staff", showsFields: true },
  { type: "StaffRoleChanged", stream: "member", group: "Staff", isInLogOnly: true },
  { type: "StaffRemoved", stream: "member", group: "Staff" },
  { type: "ProfileChanged", stream: "profile", group: "Staff", isInLogOnly: true },
  { type: "SignedIn", stream: "member", group: "Sign-in" },
  { type: "LockedOut", stream: "member", group: "Sign-in" },
  { type: "TwoFactorPolicyChanged", stream: "tenant", group: "Sign-in", isInLogOnly: true },
  { type: "SessionsEnded", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "PasswordChanged", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "PasswordResetRequested", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "TotpEnabled", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "TotpDisabled", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "RecoveryCodesReissued", stream: "member", group: "Sign-in", isInLogOnly: true },
  { type: "PinSet", stream: "member", group: "Sign-in", format: 2, isInLogOnly: true },
  { type: "PinLocked", stream: "member", group: "Sign-in", format: 2, isInLogOnly: true },
  { type: "PinLinkMade", stream: "member", group: "Sign-in", format: 2, isInLogOnly: true },
  { type: "SupportSessionStarted", stream: "member", group: "Sign-in" },
  { type: "SupportSessionEnded", stream: "member", group: "Sign-in" },
  { type: "TillEnrolled", stream: "till", group: "Tills", format: 2, showsFields: true },
  { type: "TillChanged", stream: "till", group: "Tills", format: 2 },
  { type: "TillRevoked", stream: "till", group: "Tills", format: 2 },
  { type: "EntrySetAside", stream: "till", group: "Tills", format: 2 },
  { type: "EntriesLost", stream: "till", group: "Tills", format: 2, isInLogOnly: true },
  { type: "TillPersonAdded", stream: "till", group: "Tills", format: 2, isInLogOnly: true },
  { type: "ApprovalRequested", stream: "approval", group: "Tills", format: 2 },
  { type: "ApprovalGiven", stream: "approval", group: "Tills", format: 2 },
  { type: "ApprovalRefused", stream: "approval", group: "Tills", format: 2 },
  { type: "ApprovalClaimed", stream: "approval", group: "Tills", format: 2 },
  { type: "ApprovalAnswered", stream: "approval", group: "Tills", format: 2 },
  { type: "EntryResolved", stream: "till", group: "Tills", format: 2 },
  { type: "IssueResolved", stream: "issue", group: "Tills", format: 2 },
  { type: "NotificationRaised", stream: "notifications", group: "Notifications and email" },
  { type: "NotificationRead", stream: "notifications", group: "Notifications and email" },
  { type: "NotificationDismissed", stream: "notifications", group: "Notifications and email" },
  { type: "NotificationsCleared", stream: "notifications", group: "Notifications and email" },
  { type: "MailRequested", stream: "mail", group: "Notifications and email" },
  { type: "MailAccepted", stream: "mail", group: "Notifications and email" },
  { type: "MailFailed", stream: "mail", group: "Notifications and email" },
  { type: "ContactMessageReceived", stream: "contact-message", group: "Platform" },
  { type: "PlatformSettingsChanged", stream: "platform-settings", group: "Platform" },
  { type: "BackupTaken", stream: "backup", group: "Platform" },
  { type: "RestoreTested", stream: "backup", group: "Platform" },
  { type: "SystemAlertRaised", stream: "system-alerts", group: "Platform" },
  { type: "SystemAlertCleared", stream: "system-alerts", group: "Platform" },
  { type: "ProjectionEventSkipped", stream: "projection", group: "Platform", isInLogOnly: true },
] as const satisfies readonly ListedEvent[];

export type EventType = (typeof EVENT_TYPES)[number]["type"];
/** Event types that change a read model. */
export type ProjectedEventType = Exclude<
  EventType,
  Extract<(typeof EVENT_TYPES)[number], { isInLogOnly: true }>["type"]
>;
export type StreamType = (typeof EVENT_TYPES)[number]["stream"];
/** The type of the stream that holds events of this type. */
export type StreamOf<Type extends EventType> = Extract<
  (typeof EVENT_TYPES)[number],
  { type: Type }
>["stream"];

const LISTED: ReadonlyMap<string, ListedEvent> = new Map(
  EVENT_TYPES.map((listed) => [listed.type, listed]),
);

export const isEventType = (type: string): type is EventType => LISTED.has(type);

export const schemaVersion = (type: EventType): number => LISTED.get(type)?.version ?? 1;

export const formatOf = (type: EventType): number => LISTED.get(type)?.format ?? 1;

export const showsFields = (type: EventType): boolean => LISTED.get(type)?.showsFields === true;

export const STREAM_TYPES: readonly StreamType[] = [
  ...new Set(EVENT_TYPES.map(({ stream }) => stream)),
];

export const eventTypesOf = (group: EventGroup): readonly EventType[] =>
  EVENT_TYPES.flatMap((listed) => (listed.group === group ? [listed.type] : []));
