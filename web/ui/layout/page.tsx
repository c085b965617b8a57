import type { ReactNode } from "react";

import * as styles from "./page.css.ts";

type PageHeadProps = {
  title: string;
  /** More tools than stand beside the title on a phone: they take the line below it. */
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

/** A search box and a filter beside it, which says itself how many it leaves. */
export function FilterBar({ search, filter }: { search: ReactNode; filter: ReactNode }) {
  return (
    <div className={styles.filterBar}>
      {search}
      {filter}
    </div>
  );
}

/** A search box and, quietly, how many it leaves. */
export function Toolbar({ search, count }: { search: ReactNode; count: string }) {
  return (
    <div className={styles.toolbar}>
      {search}
      <output className={styles.count}>{count}</output>
    </div>
  );
}
