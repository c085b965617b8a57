import { lazy } from "react";

import { SettingsScreen, type SettingsTab } from "#web/features/settings/settings-tabs.tsx";

import { settingsPanels } from "./settings-page.tsx";

const TABS: readonly SettingsTab[] = [
  { value: "profile", label: "Profile", Panel: lazy(settingsPanels.profile) },
  { value: "security", label: "Security", Panel: lazy(settingsPanels.security) },
];

/**
 * Super admins belong to no shop, so their account has its own page instead of tabs in the
 * settings.
 */
export default function AccountPage() {
  return <SettingsScreen title="Account" tabs={TABS} />;
}
