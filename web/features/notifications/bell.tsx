import { lazy, useRef, useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { CountMark } from "#web/ui/layout/count-mark.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Overlay } from "#web/ui/overlay/overlay.tsx";

import * as styles from "./bell.css.ts";
import { badgeText } from "./notification-list.ts";
import { useNotifications } from "./use-notifications.ts";

const NotificationPanel = lazy(async () => ({
  default: (await import("./notification-panel.tsx")).NotificationPanel,
}));

const nameWith = (unread: number): string =>
  unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;

export function Bell() {
  const notifications = useNotifications();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { unread } = notifications;
  return (
    <span className={styles.bell}>
      <IconButton
        ref={button}
        icon="bell"
        label={nameWith(unread)}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      />
      {unread > 0 && (
        <span aria-hidden className={styles.mark}>
          <CountMark place="corner">{badgeText(unread)}</CountMark>
        </span>
      )}
      <VisuallyHidden spoken>{unread > 0 ? texts.notifications.unread(unread) : ""}</VisuallyHidden>
      <Overlay open={open}>
        <NotificationPanel
          open={open}
          notifications={notifications}
          opener={button}
          onClose={() => setOpen(false)}
        />
      </Overlay>
    </span>
  );
}
