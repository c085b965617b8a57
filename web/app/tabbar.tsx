import { Link, useLocation } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import { Icon } from "#web/ui/icon.tsx";

import * as styles from "./nav.css.ts";
import { entriesFor, sellEntry } from "./nav.ts";
import type { NavEntry } from "./nav.ts";
import { startRoute } from "./start-route.ts";

/** The first of the menu, beside Sell; the rest is in the slide-over. */
const SHORTCUTS = 4;

/** The shortcuts of a small screen, Sell in the middle. */
export function Tabbar({ role }: { role: string }) {
  const [path] = useLocation();
  const entries = entriesFor(role).slice(0, SHORTCUTS);
  const middle = Math.ceil(entries.length / 2);
  const sell = can(role, sellEntry.right) ? [sellEntry] : [];
  const shown: readonly NavEntry[] = [
    ...entries.slice(0, middle),
    ...sell,
    ...entries.slice(middle),
  ];
  return (
    <nav className={styles.tabbar} aria-label="Shortcuts">
      {shown.map((entry) => {
        const isSell = entry === sellEntry;
        return (
          <Link
            key={entry.href}
            href={entry.href}
            className={styles.tab({ sell: isSell })}
            aria-current={path === entry.href ? "page" : undefined}
            onPointerDown={() => startRoute(entry.href)}
          >
            <span className={styles.pill({ sell: isSell })}>
              <Icon name={entry.icon} />
            </span>
            <span className={styles.tabName}>{entry.label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
