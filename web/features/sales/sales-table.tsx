import type { SaleItem } from "#kernel/contract/api/sale.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { customerName, saleNumber } from "#web/format/names.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useCan, useTimeZone } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import {
  Cell,
  Narrow,
  ShortId,
  Table,
  TableRow,
  TitleButton,
  type Column,
} from "#web/ui/table/table.tsx";

import * as styles from "./sales.css.ts";

const COLUMNS: readonly Column[] = [
  { name: "Receipt", kind: "wide" },
  { name: "Customer", kind: "title" },
  { name: "Date", kind: "wide" },
  { name: "Items", kind: "wideNumber", width: "64px" },
  { name: "Payment", kind: "metaLines" },
  { name: "Total", kind: "money" },
  { name: "Actions", kind: "actions" },
];

export type SaleActions = {
  onOpen: (sale: SaleItem) => void;
  onVoid: (sale: SaleItem) => void;
};

type SalesTableProps = SaleActions & {
  sales: readonly SaleItem[];
  writtenId: string | undefined;
};

export function SalesTable({ sales, writtenId, ...actions }: SalesTableProps) {
  return (
    <Table columns={COLUMNS}>
      {sales.map((sale) => (
        <SaleRow key={sale.id} sale={sale} chosen={sale.id === writtenId} {...actions} />
      ))}
    </Table>
  );
}

type SaleRowProps = SaleActions & { sale: SaleItem; chosen: boolean };

function SaleRow({ sale, chosen, onOpen, onVoid }: SaleRowProps) {
  const mayVoid = useCan("void-sale");
  const number = saleNumber(sale);
  return (
    <TableRow chosen={chosen}>
      <Cell kind="wide">
        <Numbers sale={sale} />
      </Cell>
      <Cell kind="title">
        <TitleButton onClick={() => onOpen(sale)}>
          {customerName(sale)}
          <VisuallyHidden> sale {number}</VisuallyHidden>
        </TitleButton>
      </Cell>
      <Cell kind="wide">
        <SaleTime sale={sale} />
      </Cell>
      <Cell kind="wideNumber">{sale.unit_count}</Cell>
      <Cell kind="metaLines">
        <Narrow kind="line">
          <SaleTime sale={sale} /> · {counted(sale.unit_count, "item")}
        </Narrow>
        <Payment method={sale.payment_method} />
        <Narrow>
          <Numbers sale={sale} />
        </Narrow>
        {sale.possible_duplicate_of !== null && (
          <span className={styles.mark}>
            <StatusBadge tone="waiting">Possible duplicate</StatusBadge>
          </span>
        )}
      </Cell>
      <Cell kind="money">
        <Money
          scale="row"
          minor={minorOf(sale.total_amount)}
          currency={currencyOf(sale.currency)}
        />
      </Cell>
      <Cell kind="actions">
        {mayVoid && (
          <IconButton icon="delete" label={`Void sale ${number}`} onClick={() => onVoid(sale)} />
        )}
      </Cell>
    </TableRow>
  );
}

/** The number of the receipt, and the id as a detail. */
function Numbers({ sale }: { sale: SaleItem }) {
  return (
    <>
      {sale.receipt_number} <ShortId>{shortId(sale.id)}</ShortId>
    </>
  );
}

function Payment({ method }: { method: string }) {
  const { icon, label } = paymentLabel(method);
  return (
    <span className={styles.payment}>
      <Icon name={icon} size="small" />
      {label}
    </span>
  );
}

function SaleTime({ sale }: { sale: SaleItem }) {
  const zone = useTimeZone();
  const now = useNow();
  return <time dateTime={sale.created_at}>{shopTime(sale.created_at, zone, now)}</time>;
}
