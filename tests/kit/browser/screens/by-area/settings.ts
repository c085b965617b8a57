import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { openFirst } from "./acts.ts";

const owner = { who: "owner" } as const;
const settings = { ...owner, heading: "Settings" } as const;

/** Settings, staff and the notification settings as the owner sees them. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    ...settings,
    name: "settings",
    path: "/app/settings",
    reads: "/api/v1/account",
    says: [
      "Profile",
      "Business",
      "Notifications",
      "Security",
      "Payments",
      "Integrations",
      "Tills",
      "First name",
      "Last name",
      "Email",
      "Phone",
    ],
  },
  {
    ...settings,
    name: "settings-business",
    path: "/app/settings?tab=business",
    reads: "/api/v1/settings",
    says: ["Currency", "Timezone", "Registered for tax", "Receipt footer"],
    plainMoney: true,
  },
  {
    ...settings,
    name: "settings-notifications",
    path: "/app/settings?tab=notifications",
    says: ["Email notifications", "Low stock alerts", "Sales reports", "Customer notifications"],
  },
  {
    ...settings,
    name: "settings-security",
    path: "/app/settings?tab=security",
    says: ["Change Password", "Enable 2FA", "Delete Account"],
  },
  {
    ...settings,
    name: "settings-password",
    path: "/app/settings?tab=security&password=1",
    heading: "Change password",
  },
  {
    ...settings,
    name: "settings-two-factor",
    path: "/app/settings?tab=security&two-factor=1",
    heading: "Two-factor authentication",
  },
  {
    ...settings,
    name: "settings-delete-account",
    path: "/app/settings?tab=security",
    act: openFirst(/^Delete Account/),
  },
  {
    ...settings,
    name: "settings-payments",
    path: "/app/settings?tab=payments",
    says: ["Add Payment Method", "Update Billing"],
  },
  {
    ...settings,
    name: "settings-billing",
    path: "/app/settings?tab=payments&billing=1",
    heading: "Update billing",
  },
  {
    ...settings,
    name: "settings-integrations",
    path: "/app/settings?tab=integrations",
  },
  {
    ...settings,
    name: "settings-provider",
    path: "/app/settings?tab=integrations",
    act: openFirst(/^Connect Paystack/),
  },
  {
    ...settings,
    name: "settings-mail-server",
    path: "/app/settings?tab=integrations",
    act: openFirst(/^Connect email/),
  },
  {
    ...owner,
    name: "team",
    path: "/app/team",
    heading: "Team",
    reads: "/api/v1/staff",
    says: ["Akosua Mensah"],
  },
  {
    ...owner,
    name: "team-invite",
    path: "/app/team?invite=1",
    heading: "Invite to the team",
  },
  {
    ...settings,
    name: "settings-tills",
    path: "/app/settings?tab=tills",
    reads: "/api/v1/tills",
    says: ["Tills", "Without a network", "Days of selling", "Largest approval by PIN"],
    plainMoney: true,
  },
  {
    ...owner,
    name: "notifications",
    path: "/app/notifications",
    heading: "Notifications",
    reads: "/api/v1/notifications",
    says: ["Mark all read", "Low Stock Alert", "View Inventory"],
  },
  {
    ...owner,
    name: "notification-settings",
    path: "/app/notifications/settings",
    heading: "Notification Settings",
    reads: "/api/v1/settings",
    says: [
      "Email notifications",
      "System alerts",
      "Low stock alerts",
      "Sales reports",
      "Payment notifications",
      "Save Settings",
      "Test Email",
      "Send Low Stock Alert",
      "Recent Notifications",
      "Refresh Logs",
    ],
  },
  {
    ...owner,
    name: "notification-settings-test-mail",
    path: "/app/notifications/settings",
    heading: "Notification Settings",
    act: async (page) => page.getByRole("button", { name: "Test Email" }).click(),
  },
  {
    ...owner,
    name: "notification-panel",
    path: "/app/dashboard",
    heading: "Dashboard",
    act: openFirst(/^Notifications/),
  },
];
