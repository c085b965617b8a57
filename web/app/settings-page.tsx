import { lazy } from "react";

import { can } from "#kernel/contract/rights.ts";
import type { Right } from "#kernel/contract/rights.ts";
import { SettingsScreen, type SettingsTab } from "#web/features/settings/settings-tabs.tsx";
import { useSession } from "#web/state/use-session.ts";

type Panel = SettingsTab["Panel"];
type Entry = SettingsTab & Readonly<{ right: Right }>;

/** Each tab has its own chunk. */
export const settingsPanels = {
  profile: () => import("#web/features/account/profile-tab.tsx"),
  business: () => import("#web/features/settings/business-tab.tsx"),
  notifications: () => import("#web/features/settings/notifications-tab.tsx"),
  security: () => import("#web/features/account/security-tab.tsx"),
  payments: () => import("#web/features/settings/payments-tab.tsx"),
  integrations: () => import("#web/features/settings/integrations-tab.tsx"),
  tills: () => import("#web/features/tills/tills-tab.tsx"),
};

const entry = (
  right: Right,
  tab: Omit<SettingsTab, "Panel">,
  load: () => Promise<{ default: Panel }>,
): Entry => ({ right, ...tab, Panel: lazy(load) });

const ENTRIES: readonly Entry[] = [
  entry("see-settings", { value: "profile", label: "Profile" }, settingsPanels.profile),
  entry("see-settings", { value: "business", label: "Business" }, settingsPanels.business),
  entry(
    "notification-settings",
    { value: "notifications", label: "Notifications" },
    settingsPanels.notifications,
  ),
  entry("see-settings", { value: "security", label: "Security" }, settingsPanels.security),
  entry(
    "change-business-settings",
    { value: "payments", label: "Payments" },
    settingsPanels.payments,
  ),
  entry(
    "change-business-settings",
    { value: "integrations", label: "Integrations" },
    settingsPanels.integrations,
  ),
  entry("manage-tills", { value: "tills", label: "Tills" }, settingsPanels.tills),
];

/**
 * The tabs belong to several features, which may not import each other, so the app combines them.
 */
export default function SettingsPage() {
  const role = useSession()?.user.role ?? "";
  return <SettingsScreen tabs={ENTRIES.filter(({ right }) => can(role, right))} />;
}
