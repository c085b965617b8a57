import { CountMark } from "#web/ui/layout/count-mark.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { badgeText } from "./notification-list.ts";
import { useNotifications } from "./use-notifications.ts";

/** Beside the menu's entry. */
export function UnreadCount() {
  const { unread } = useNotifications();
  if (unread === 0) return undefined;
  return (
    <CountMark place="end">
      <VisuallyHidden>unread </VisuallyHidden>
      {badgeText(unread)}
    </CountMark>
  );
}
