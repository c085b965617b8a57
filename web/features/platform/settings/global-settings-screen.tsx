import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { SkeletonForm } from "#web/ui/form/skeleton-form.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { PageDiscardConfirm, usePageGuard } from "#web/ui/overlay/page-guard.tsx";

import { PlatformSettingsForm } from "./platform-settings-fields.tsx";
import { platformSettingsQuery } from "./use-save-platform-settings.ts";

const NOT_LOADED = "Failed to load global settings";
const FIELDS = 4;

export default function GlobalSettingsScreen() {
  const settings = useScreenQuery(platformSettingsQuery(), {
    failed: NOT_LOADED,
    error: NOT_LOADED,
  });
  const [dirty, setDirty] = useState(false);
  const guard = usePageGuard(dirty);
  return (
    <>
      <PageHead title="Global Settings" />
      {settings.status === "loading" && (
        <SkeletonForm fields={FIELDS} label="Loading global settings..." />
      )}
      {settings.status === "error" && <ErrorState problem={settings} action={texts.retry} />}
      {settings.status === "ready" && (
        <PlatformSettingsForm settings={settings.data} onDirty={setDirty} />
      )}
      <PageDiscardConfirm guard={guard} />
    </>
  );
}
