import { lazy, Suspense, useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { SkeletonForm } from "#web/ui/form/skeleton-form.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { PageDiscardConfirm, usePageGuard } from "#web/ui/overlay/page-guard.tsx";

import { MailTools } from "./mail-tools.tsx";
import { NotificationForm } from "./notification-form.tsx";

/** Lazy, because it is at the bottom of the page. */
const RecentMails = lazy(async () => ({
  default: (await import("./mail-log.tsx")).RecentMails,
}));

const FIELDS = 7;

/** Notification settings and the log of sent emails. */
export function NotificationSettings() {
  const settings = useScreenQuery(settingsQuery(), texts.settings);
  const [dirty, setDirty] = useState(false);
  const guard = usePageGuard(dirty);
  const notifications = settings.status === "ready" ? settings.data.notifications : null;
  return (
    <>
      <PageHead title="Notification Settings" />
      {settings.status === "loading" && (
        <SkeletonForm fields={FIELDS} label="Loading settings..." />
      )}
      {settings.status === "error" && <ErrorState problem={settings} action={texts.tryAgain} />}
      {/* Hidden rather than unmounted, so the log loads meanwhile and the layout does not jump. */}
      <div hidden={settings.status === "loading"}>
        {notifications !== null && (
          <NotificationForm notifications={notifications} onDirty={setDirty} />
        )}
        <MailTools />
        <Suspense>
          <RecentMails />
        </Suspense>
      </div>
      <PageDiscardConfirm guard={guard} />
    </>
  );
}
