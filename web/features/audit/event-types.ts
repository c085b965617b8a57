import type { AuditEventType } from "#kernel/contract/api/audit.ts";

/** Event types grouped for the filter. */
export const TYPE_GROUPS: readonly Readonly<{ label: string; types: readonly AuditEventType[] }>[] =
  [
    { label: "Sales", types: ["SaleRecorded", "SaleVoided"] },
    {
      label: "Products and stock",
      types: [
        "ProductAdded",
        "ProductDetailsChanged",
        "ProductRepriced",
        "StockAdjusted",
        "StockCounted",
        "ProductArchived",
        "ProductRestored",
      ],
    },
    {
      label: "Customers",
      types: [
        "CustomerAdded",
        "CustomerDetailsChanged",
        "CustomerArchived",
        "CustomerRestored",
        "CustomerErased",
      ],
    },
    {
      label: "Staff",
      types: [
        "StaffInvited",
        "InvitationResent",
        "StaffJoined",
        "StaffRoleChanged",
        "StaffRemoved",
        "ProfileChanged",
      ],
    },
    {
      label: "Sign-in",
      types: [
        "SignedIn",
        "LockedOut",
        "SessionsEnded",
        "PasswordChanged",
        "PasswordResetRequested",
        "TwoFactorPolicyChanged",
        "TotpEnabled",
        "TotpDisabled",
        "RecoveryCodesReissued",
        "SupportSessionStarted",
        "SupportSessionEnded",
      ],
    },
    {
      label: "Business",
      types: [
        "TenantRegistered",
        "TenantCreated",
        "TenantDetailsChanged",
        "TenantPlanChanged",
        "TenantStatusChanged",
        "TrialEnded",
        "BusinessSettingsChanged",
        "NotificationSettingsChanged",
        "AccountDeletionRequested",
        "AccountDeletionCancelled",
        "AccountDeleted",
      ],
    },
    {
      label: "Notifications and email",
      types: [
        "NotificationRaised",
        "NotificationRead",
        "NotificationDismissed",
        "NotificationsCleared",
        "MailRequested",
        "MailAccepted",
        "MailFailed",
      ],
    },
  ];

/** SaleVoided: "Sale voided"; one this app does not know reads the same way. */
export function typeText(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
