import type { ReactNode } from "react";

import type { Currency } from "#kernel/contract/money.ts";
import { Panel } from "#web/ui/layout/panel.tsx";

import { ruledFigure } from "./money.css.ts";
import { Figure, isLong } from "./money.tsx";
import * as styles from "./totals.css.ts";
import { Trend } from "./trend.tsx";
import type { Growth } from "./trend.tsx";

export type Total = {
  name: string;
  value: ReactNode;
  note?: string | undefined;
  /** The change since the previous month. Its space is reserved while it loads. */
  growth?: Growth | "waiting" | undefined;
  long?: boolean;
  /** The action of the figure. With `pressed`, it is a toggle. */
  press?: { label: string; pressed?: boolean; onPress: () => void } | undefined;
};

export const moneyTotal = (minor: number, currency: Currency): Pick<Total, "value" | "long"> => ({
  value: <Figure minor={minor} currency={currency} />,
  long: isLong(minor),
});

type TotalsProps = {
  items: readonly Total[];
  /** No figures yet, so no ruled line. */
  waiting?: boolean;
  /** Not a sum, so no ruled line. */
  plain?: boolean;
};

/** A strip of figures. The first one leads and has the double rule of an account book. */
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
            {item.growth !== undefined && <GrowthLine growth={item.growth} />}
            {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
            {item.press !== undefined && (
              <dd>
                <button
                  type="button"
                  className={styles.cover}
                  aria-label={item.press.label}
                  aria-pressed={item.press.pressed}
                  onClick={item.press.onPress}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const LIKELY: Growth = { percent: 10, note: "+10.0% from the 30 days before" };

/** Notes reserve their space before they are loaded, and keep it if they are shorter. */
function GrowthLine({ growth }: { growth: Growth | "waiting" }) {
  if (growth === "waiting") {
    return (
      <dd aria-hidden className={`${styles.note} ${styles.growth} ${styles.waiting}`}>
        <Trend growth={LIKELY} />
      </dd>
    );
  }
  if (growth.percent === null) {
    return (
      <dd className={`${styles.note} ${styles.roomy}`} data-room={LIKELY.note.replace(" ", "\n")}>
        <span>{growth.note}</span>
      </dd>
    );
  }
  return (
    <dd className={`${styles.note} ${styles.growth}`}>
      <Trend growth={growth} />
    </dd>
  );
}
