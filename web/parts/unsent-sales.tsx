import type { Currency } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { saleOutbox } from "#web/sync/sale-outbox.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";

import * as styles from "./unsent-sales.css.ts";

export type UnsentRow = Readonly<{
  key: string;
  itemCount: number;
  totalMinor: number;
  when: string;
  /** The server's reason, if it refused the sale. */
  refused?: string | undefined;
  /** Lets its screen restore the entered sale. */
  draft: unknown;
  onSend: () => void;
  onRemove: () => void;
}>;

type UnsentSalesProps = {
  rows: readonly UnsentRow[];
  sending: boolean;
  currency: Currency;
  /** Returns to the cart, if this screen can. */
  reopen?: (row: UnsentRow) => (() => void) | undefined;
};

/** Lists sales without confirmation: those still being sent, and those that were refused. */
export function UnsentSales({ rows, sending, currency, reopen }: UnsentSalesProps) {
  return (
    <RowList>
      {rows.map((row) => (
        <Row
          key={row.key}
          title={counted(row.itemCount, "item")}
          sub={
            row.refused === undefined ? `${row.when}, not confirmed yet` : `${row.when}, refused`
          }
          text={row.refused}
          end={<Money minor={row.totalMinor} currency={currency} scale="row" />}
          below={<UnsentTools row={row} sending={sending} onReopen={reopen?.(row)} />}
        />
      ))}
    </RowList>
  );
}

type UnsentToolsProps = {
  row: UnsentRow;
  sending: boolean;
  onReopen: (() => void) | undefined;
};

/** A refused sale may be removed. A sale without a response is never lost. */
function UnsentTools({ row, sending, onReopen }: UnsentToolsProps) {
  const isRefused = row.refused !== undefined;
  return (
    <div className={styles.tools}>
      <Button busy={sending} onClick={row.onSend}>
        Send again
      </Button>
      {isRefused && onReopen !== undefined && <Button onClick={onReopen}>Back to the cart</Button>}
      {isRefused && (
        <Button tone="ghost" onClick={row.onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

/** Rows for unconfirmed sales, refused ones first because they need a person. */
export function useUnsentRows() {
  const now = useNow();
  const { waiting, refused, sending } = useUnsentSales();
  const rows = [...refused, ...waiting].map((sale) => ({
    ...sale,
    when: ago(sale.madeMs, now),
    onSend: () => saleOutbox.sendAgain(sale.key),
    onRemove: () => saleOutbox.remove(sale.key),
  }));
  return { rows, sending };
}
