import { lazy } from "react";

import SettingsScreen from "#web/features/settings/settings-tabs.tsx";
import type { SettingsTab } from "#web/features/settings/settings-tabs.tsx";

import { settingsPanels } from "./settings-page.tsx";

const TABS: readonly SettingsTab[] = [
  { value: "profile", label: "Profile", Panel: lazy(settingsPanels.profile) },
  { value: "security", label: "Security", Panel: lazy(settingsPanels.security) },
];

/** What a shop's people have in its settings, for those who belong to no shop. */
export default function AccountPage() {
  return <SettingsScreen title="Account" tabs={TABS} />;
}
