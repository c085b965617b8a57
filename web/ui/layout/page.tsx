import type { ReactNode } from "react";

import * as styles from "./page.css.ts";

type PageHeadProps = {
  title: string;
  /** Too many tools for the title line of a phone: they get their own line. */
  manyTools?: boolean;
  children?: ReactNode;
};

export function PageHead({ title, manyTools = false, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children !== undefined && (
        <div className={manyTools ? styles.manyTools : styles.tools}>{children}</div>
      )}
    </div>
  );
}

/** A search box and a filter that shows the number of matches itself. */
export function FilterBar({ search, filter }: { search: ReactNode; filter: ReactNode }) {
  return (
    <div className={styles.filterBar}>
      {search}
      {filter}
    </div>
  );
}

type ToolbarProps = { search: ReactNode; filter?: ReactNode; count: string };

/** A search box, perhaps a filter, and the number of matches. */
export function Toolbar({ search, filter, count }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {search}
      {filter !== undefined && filter !== false && <div>{filter}</div>}
      <output className={styles.count}>{count}</output>
    </div>
  );
}
