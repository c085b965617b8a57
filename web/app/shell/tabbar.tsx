import { Link, useLocation } from "wouter";

import { pageAt } from "#web/pages.ts";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./nav.css.ts";
import { sellEntryFor, useEntries } from "./nav.ts";

/** Number of menu entries shown besides Sell; the others are in the slide-over menu. */
const SHORTCUTS = 4;

/** The shortcuts on a small screen, with Sell in the middle. */
export function Tabbar({ role }: { role: string }) {
  const [path] = useLocation();
  const entries = useEntries(role).slice(0, SHORTCUTS);
  const middle = Math.ceil(entries.length / 2);
  const sellEntry = sellEntryFor(role);
  const shown = [
    ...entries.slice(0, middle),
    ...(sellEntry === undefined ? [] : [sellEntry]),
    ...entries.slice(middle),
  ];
  return (
    <nav className={styles.tabbar} aria-label="Shortcuts">
      {shown.map((entry) => {
        const sell = entry === sellEntry;
        return (
          <Link
            key={entry.href}
            href={entry.href}
            className={styles.tab({ sell })}
            aria-current={pageAt(path) === entry.page ? "page" : undefined}
          >
            <span className={styles.pill({ sell })}>
              <Icon name={entry.icon} />
            </span>
            <span className={styles.tabName}>{entry.label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
