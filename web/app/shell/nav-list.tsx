import { Suspense } from "react";
import { Link, useLocation } from "wouter";

import { badgeText } from "#web/features/notifications/notification-list.ts";
import { useNotifications } from "#web/features/notifications/use-notifications.ts";
import { links } from "#web/links.ts";
import { pageAt } from "#web/pages.ts";
import { useFirstScreen } from "#web/state/first-screen.ts";
import { isSuperAdmin, type Session } from "#web/state/session.ts";
import { Icon } from "#web/ui/icon/icon.tsx";
import { CountMark } from "#web/ui/layout/count-mark.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { minorPart } from "./minor-part.ts";
import * as styles from "./nav.css.ts";
import { sellEntryFor, useEntries, type NavEntry } from "./nav.ts";

/** It is not part of the first screen. */
const IssueCount = minorPart(
  async () => (await import("#web/features/attention/issue-count.tsx")).IssueCount,
);

type NavListProps = { session: Session; place: "sidebar" | "menu"; onFollow?: () => void };

export function NavList({ session, place, onFollow }: NavListProps) {
  const [path] = useLocation();
  const { role } = session.user;
  const isShown = useFirstScreen();
  const sellEntry = sellEntryFor(role);
  const entries = useEntries(role);
  const item = (entry: NavEntry, sell: boolean) => (
    <li key={entry.href}>
      <Link
        href={entry.href}
        className={styles.entry({ place, sell })}
        aria-current={pageAt(path) === entry.page ? "page" : undefined}
        onClick={onFollow}
      >
        <Icon name={entry.icon} />
        {entry.label}
        {entry.href === links.notifications() && <UnreadCount />}
        {entry.href === links.attention() && isShown && (
          <Suspense>
            <IssueCount />
          </Suspense>
        )}
      </Link>
    </li>
  );
  return (
    <nav aria-label={isSuperAdmin(session) ? "Platform" : "Main"}>
      <ul className={styles.list}>
        {sellEntry && item(sellEntry, true)}
        {entries.map((entry) => item(entry, false))}
      </ul>
    </nav>
  );
}

/** The unread count of the menu entry. */
function UnreadCount() {
  const { unread } = useNotifications();
  if (unread === 0) return undefined;
  return (
    <CountMark place="end">
      <VisuallyHidden>unread </VisuallyHidden>
      {badgeText(unread)}
    </CountMark>
  );
}
