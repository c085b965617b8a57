import type { ReactNode } from "react";

import { Section } from "#web/ui/layout/panel.tsx";

import * as styles from "./gallery.css.ts";

/** The states of one kind of component, listed vertically. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={styles.group}>{children}</div>
    </Section>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}
