import type { RefObject } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { DropPanel, DropPanelBody } from "#web/ui/overlay/drop-panel.tsx";

import { NotificationRow } from "./notification-row.tsx";
import * as styles from "./notifications.css.ts";
import { useChangeNotifications } from "./use-change-notifications.ts";
import type { NotificationsState } from "./use-notifications.ts";

const words = texts.notifications;
const SKELETON_ROWS = 3;

type NotificationPanelProps = {
  open: boolean;
  notifications: NotificationsState;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

export function NotificationPanel({
  open,
  notifications,
  opener,
  onClose,
}: NotificationPanelProps) {
  const change = useChangeNotifications();
  const { list, unread } = notifications;
  return (
    <DropPanel
      open={open}
      title="Notifications"
      opener={opener}
      onClose={onClose}
      tools={
        list.length > 0 && (
          <>
            {unread > 0 && (
              <Button tone="ghost" onClick={() => change({ type: "read" })}>
                {words.markAllRead}
              </Button>
            )}
            <Button tone="ghost" onClick={() => change({ type: "clear" })}>
              {words.clearAll}
            </Button>
          </>
        )
      }
      foot={words.unread(unread)}
    >
      <DropPanelBody>
        {list.length === 0 ? (
          <EmptyPanel notifications={notifications} onClose={onClose} />
        ) : (
          <ul>
            {list.map((one) => (
              <NotificationRow key={one.id} notice={one} onChange={change} onFollow={onClose} />
            ))}
          </ul>
        )}
      </DropPanelBody>
    </DropPanel>
  );
}

function EmptyPanel({
  notifications,
  onClose,
}: {
  notifications: NotificationsState;
  onClose: () => void;
}) {
  const maySet = useCan("notification-settings");
  if (notifications.status === "pending") {
    return <SkeletonRows rows={SKELETON_ROWS} kind="table" label="Loading notifications..." />;
  }
  return (
    <div className={styles.nothing}>
      {notifications.status === "error" ? (
        <ErrorState
          problem={{
            title: "Couldn't load notifications",
            detail: "Check the connection, then try again.",
            retry: notifications.again,
          }}
          action={texts.tryAgain}
        />
      ) : (
        <EmptyState
          icon="bell"
          title={words.none}
          hint="Low stock and completed sales show up here."
          action={
            maySet && (
              <ButtonLink href={`${links.notifications()}/settings`} onClick={onClose}>
                Notification settings
              </ButtonLink>
            )
          }
        />
      )}
    </div>
  );
}
