import type { ReactNode } from "react";

import type { Settings } from "#kernel/contract/api/settings.ts";
import { texts } from "#kernel/contract/texts.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { SkeletonForm } from "#web/ui/form/skeleton-form.tsx";

type LoadedSettingsProps = { fields: number; children: (settings: Settings) => ReactNode };

/** Loading and error states of a settings tab. */
export function LoadedSettings({ fields, children }: LoadedSettingsProps) {
  const settings = useScreenQuery(settingsQuery(), texts.settings);
  if (settings.status === "loading") {
    return <SkeletonForm fields={fields} label="Loading settings..." />;
  }
  if (settings.status === "error") return <ErrorState problem={settings} action={texts.tryAgain} />;
  return children(settings.data);
}
