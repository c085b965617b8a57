import type { ReactNode } from "react";

import { ruledFigure } from "./money.css.ts";
import { Panel } from "./panel.tsx";
import * as styles from "./totals.css.ts";

export type Total = {
  name: string;
  value: ReactNode;
  note?: string | undefined;
  long?: boolean;
  /** Pressing the figure shows what it counts, pressing it again shows everything. */
  filter?: { label: string; pressed: boolean; onPress: () => void };
};

type TotalsProps = {
  items: readonly Total[];
  /** No figures yet, so nothing to rule. */
  waiting?: boolean;
  /** No sum of an account: nothing is ruled. */
  plain?: boolean;
};

/** One strip with hairlines; the first figure leads and carries the account book's double rule. */
export function Totals({ items, waiting = false, plain = false }: TotalsProps) {
  return (
    <Panel>
      <dl className={styles.totals}>
        {items.map((item, index) => (
          <div key={item.name} className={styles.total}>
            <dt className={styles.name}>{item.name}</dt>
            <dd className={item.long === true ? `${styles.figure} ${styles.long}` : styles.figure}>
              {index === 0 && !waiting && !plain ? (
                <span className={ruledFigure}>{item.value}</span>
              ) : (
                item.value
              )}
            </dd>
            {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
            {item.filter !== undefined && (
              <dd>
                <button
                  type="button"
                  className={styles.cover}
                  aria-label={item.filter.label}
                  aria-pressed={item.filter.pressed}
                  onClick={item.filter.onPress}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
