import { Link, useLocation } from "wouter";

import { startRoute } from "#web/app/start-route.ts";
import { UnreadCount } from "#web/features/notifications/unread-count.tsx";
import { links } from "#web/links.ts";
import { isSuperAdmin } from "#web/state/session.ts";
import type { Session } from "#web/state/session.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./nav.css.ts";
import { entriesFor, isAt, sellEntryFor } from "./nav.ts";
import type { NavEntry } from "./nav.ts";

type NavListProps = { session: Session; place: "sidebar" | "menu"; onFollow?: () => void };

export function NavList({ session, place, onFollow }: NavListProps) {
  const [path] = useLocation();
  const { role } = session.user;
  const sellEntry = sellEntryFor(role);
  const item = (entry: NavEntry, sell: boolean) => (
    <li key={entry.href}>
      <Link
        href={entry.href}
        className={styles.entry({ place, sell })}
        aria-current={isAt(path, entry) ? "page" : undefined}
        onPointerDown={() => startRoute(entry.href)}
        onClick={onFollow}
      >
        <Icon name={entry.icon} />
        {entry.label}
        {entry.href === links.notifications() && <UnreadCount />}
      </Link>
    </li>
  );
  return (
    <nav aria-label={isSuperAdmin(session) ? "Platform" : "Main"}>
      <ul className={styles.list}>
        {sellEntry && item(sellEntry, true)}
        {entriesFor(role).map((entry) => item(entry, false))}
      </ul>
    </nav>
  );
}
