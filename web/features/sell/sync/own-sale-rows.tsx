import * as styles from "#web/features/sell/till/sheets.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { receivedTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useCurrency } from "#web/state/use-session.ts";
import type { OwnSale } from "#web/till/till.ts";
import { Money } from "#web/ui/chart/money.tsx";

import { stateText } from "./state-text.ts";
import * as syncStyles from "./sync.css.ts";

/** Sales of this till; each opens its receipt. */
export function OwnSaleRows({ sales }: { sales: readonly OwnSale[] }) {
  const { sheets } = useSell();
  const currency = useCurrency();
  const now = useNow();
  return (
    <ul className={syncStyles.rows}>
      {sales.map((sale) => (
        <li key={sale.entry.id}>
          <button
            type="button"
            className={styles.row}
            onClick={() => sheets.open({ is: "receipt", id: sale.entry.id })}
          >
            <span className={styles.title}>{sale.receipt}</span>
            <Money minor={sale.entry.body.totalMinor} currency={currency} scale="row" />
            <span className={styles.sub}>
              {receivedTime(sale.entry.at, now)} · {stateText(sale)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
