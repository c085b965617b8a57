import type { ReactNode } from "react";

import { ruledFigure } from "./money.css.ts";
import { Panel } from "./panel.tsx";
import * as styles from "./totals.css.ts";

export type Total = { name: string; value: ReactNode; note?: string | undefined; long?: boolean };

type TotalsProps = {
  items: readonly Total[];
  /** No figures yet, so nothing to rule. */ waiting?: boolean;
};

/** One strip with hairlines; the first figure leads and carries the account book's double rule. */
export function Totals({ items, waiting = false }: TotalsProps) {
  return (
    <Panel>
      <dl className={styles.totals}>
        {items.map((item, index) => (
          <div key={item.name} className={styles.total}>
            <dt className={styles.name}>{item.name}</dt>
            <dd className={item.long === true ? `${styles.figure} ${styles.long}` : styles.figure}>
              {index === 0 && !waiting ? (
                <span className={ruledFigure}>{item.value}</span>
              ) : (
                item.value
              )}
            </dd>
            {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
