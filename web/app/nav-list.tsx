import { Link, useLocation } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import { Icon } from "#web/ui/icon.tsx";

import * as styles from "./nav.css.ts";
import { entriesFor, sellEntry } from "./nav.ts";
import type { NavEntry } from "./nav.ts";
import { startRoute } from "./start-route.ts";

type NavListProps = { role: string; place: "sidebar" | "menu"; onFollow?: () => void };

export function NavList({ role, place, onFollow }: NavListProps) {
  const [path] = useLocation();
  const item = (entry: NavEntry, sell: boolean) => (
    <li key={entry.href}>
      <Link
        href={entry.href}
        className={styles.entry({ place, sell })}
        aria-current={path === entry.href ? "page" : undefined}
        onPointerDown={() => startRoute(entry.href)}
        onClick={onFollow}
      >
        <Icon name={entry.icon} />
        {entry.label}
      </Link>
    </li>
  );
  return (
    <nav aria-label="Main">
      <ul className={styles.list}>
        {can(role, sellEntry.right) && item(sellEntry, true)}
        {entriesFor(role).map((entry) => item(entry, false))}
      </ul>
    </nav>
  );
}
