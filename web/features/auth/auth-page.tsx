import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { Brand } from "#web/ui/layout/brand.tsx";

import * as styles from "./auth-page.css.ts";

export const WORKS_ANYWHERE = "Works on any phone with a browser.";

type AuthPageProps = { foot: string; side: ReactNode; children: ReactNode };

/** Layout of sign-in and registration: the form, plus the green side panel on wide screens. */
export function AuthPage({ foot, side, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.main} id="main" tabIndex={-1}>
        <div>
          <Brand name={texts.product} href={links.home()} />
        </div>
        {children}
        <p className={styles.foot}>{foot}</p>
      </main>
      <aside className={styles.side} aria-hidden>
        {side}
      </aside>
    </div>
  );
}

const TAPE = [
  { name: "Cash", sum: "3,214.50" },
  { name: "Mobile money", sum: "2,406.00" },
  { name: "Card", sum: "862.00" },
];

/** Decorative picture of a day's takings, not data. */
export function DayTape() {
  return (
    <>
      <div className={styles.tape}>
        {TAPE.map((entry) => (
          <p key={entry.name} className={styles.entry}>
            <span>{entry.name}</span>
            <span>{entry.sum}</span>
          </p>
        ))}
        <p className={styles.entryTotal}>
          <span>Today</span>
          <span>GH₵6,482.50</span>
        </p>
      </div>
      <p className={styles.say}>
        Every sale,
        <br />
        every cedi,
        <br />
        accounted for.
      </p>
    </>
  );
}
