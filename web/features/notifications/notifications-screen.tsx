import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { RowList } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { NotificationRow } from "./notification-row.tsx";
import { useChangeNotifications } from "./use-change-notifications.ts";
import { type NotificationsState, useNotifications } from "./use-notifications.ts";

const words = texts.notifications;
const SHOWN = 50;
const SKELETON_ROWS = 6;

/** Of the second path of this page: most people read what is new and change no settings. */
const NotificationSettings = lazy(async () => ({
  default: (await import("./settings/notification-settings-tab.tsx")).NotificationSettings,
}));

export default function NotificationsScreen() {
  const [path] = useLocation();
  const maySet = useCan("notification-settings");
  if (!maySet || path === links.notifications()) return <OwnNotifications maySet={maySet} />;
  return (
    <Suspense fallback={<PageHead title="Notification Settings" />}>
      <NotificationSettings />
    </Suspense>
  );
}

/** The person's own notifications, as in the panel of the bell; the settings are behind the gear. */
function OwnNotifications({ maySet }: { maySet: boolean }) {
  const notifications = useNotifications();
  const change = useChangeNotifications();
  return (
    <>
      <PageHead title="Notifications">
        {/* Always there, so that nothing moves when the list has loaded. */}
        <Button
          tone="ghost"
          disabled={notifications.unread === 0}
          onClick={() => change({ type: "read" })}
        >
          {words.markAllRead}
        </Button>
        {maySet && (
          <ButtonLink icon="settings" href={`${links.notifications()}/settings`}>
            <VisuallyHidden>Notification </VisuallyHidden>Settings
          </ButtonLink>
        )}
      </PageHead>
      <List notifications={notifications} onChange={change} />
    </>
  );
}

type ListProps = {
  notifications: NotificationsState;
  onChange: ReturnType<typeof useChangeNotifications>;
};

function List({ notifications, onChange }: ListProps) {
  const [shown, setShown] = useState(SHOWN);
  const { list, status, again } = notifications;
  if (list.length === 0 && status === "pending") {
    return <SkeletonRows rows={SKELETON_ROWS} kind="list" label="Loading notifications..." />;
  }
  return (
    <>
      {status === "error" && (
        <ErrorState
          problem={{
            title: "Couldn't load notifications",
            detail: "Check the connection, then try again.",
            retry: again,
          }}
          action={texts.tryAgain}
        />
      )}
      {list.length === 0 && status === "success" && (
        <EmptyState
          icon="bell"
          title={words.none}
          hint="Low stock, approvals and what you saved show up here."
        />
      )}
      {list.length > 0 && (
        <RowList>
          {list.slice(0, shown).map((one) => (
            <NotificationRow key={one.id} notice={one} onChange={onChange} />
          ))}
        </RowList>
      )}
      {list.length > shown && (
        <Button block onClick={() => setShown(shown + SHOWN)}>
          Show more
        </Button>
      )}
    </>
  );
}
