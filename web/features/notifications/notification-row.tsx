import { ANSWER_APPROVAL, VIEW_TAX, VIEW_TILLS } from "#kernel/contract/api/notification.ts";
import type { NotificationType } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ago } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import type { Notice } from "#web/state/notices.ts";
import { useNow } from "#web/state/past.ts";
import { IconButton, TextLink } from "#web/ui/button/button.tsx";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import type { NotificationChange } from "./notification-list.ts";
import * as styles from "./notifications.css.ts";

const LINKS: Record<string, string> = {
  [texts.notifications.viewInventory]: links.inventory(),
  [texts.notifications.viewSale]: links.sales(),
  [texts.notifications.viewPayment]: links.sales(),
  [VIEW_TILLS]: `${links.settings()}?tab=tills`,
  [VIEW_TAX]: `${links.settings()}?tab=business`,
};

/**
 * The link of the action. Undefined for an action that this app does not know, which is then not
 * shown.
 */
function actionLink({ action, about, id }: Notice): string | undefined {
  // A notification about an approval has its id. The question opens over the dashboard.
  if (action === ANSWER_APPROVAL) {
    return `${links.dashboard()}?${new URLSearchParams({ approval: id })}`;
  }
  if (action === texts.notifications.viewSale && about !== undefined) return links.sale(about);
  return action === null ? undefined : LINKS[action];
}

const words = texts.notifications;

/** Icons by name; an unknown name falls back to the icon of the type. */
const DRAWINGS: Record<string, IconName> = {
  "check-circle": "check",
  "alert-circle": "alert",
  "alert-triangle": "warning",
  info: "info",
};
const BY_TYPE: Record<NotificationType, IconName> = {
  success: "check",
  error: "alert",
  warning: "warning",
  info: "info",
};

type NotificationRowProps = {
  notice: Notice;
  onChange: (change: NotificationChange) => void;
  /** Closes the panel that it is in. */
  onFollow?: () => void;
};

export function NotificationRow({ notice, onChange, onFollow }: NotificationRowProps) {
  const now = useNow();
  const { id, type, title, message, read, timestamp, action } = notice;
  const href = actionLink(notice);
  return (
    <li className={styles.row} data-unread={!read || undefined}>
      <span className={styles.sign({ type })}>
        <Icon name={DRAWINGS[notice.icon] ?? BY_TYPE[type]} />
      </span>
      <div>
        <p className={styles.title}>
          <b>
            {!read && <VisuallyHidden>Unread: </VisuallyHidden>}
            {title}
          </b>
          <time dateTime={timestamp}>{ago(Date.parse(timestamp), now)}</time>
        </p>
        <p className={styles.message}>{message}</p>
        <div className={styles.actions}>
          {href !== undefined && (
            <TextLink
              href={href}
              onClick={() => {
                if (!read) onChange({ type: "read", id });
                onFollow?.();
              }}
            >
              {action}
            </TextLink>
          )}
          <span>
            {!read && (
              <IconButton
                icon="tick"
                label={words.markRead}
                onClick={() => onChange({ type: "read", id })}
              />
            )}
            <IconButton
              icon="close"
              label={words.dismiss}
              onClick={() => onChange({ type: "dismiss", id })}
            />
          </span>
        </div>
      </div>
    </li>
  );
}
