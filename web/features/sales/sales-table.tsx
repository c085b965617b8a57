import { Fragment, type ReactNode } from "react";

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
import { useGrows } from "#web/ui/layout/use-media.ts";
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
import { sortedColumn } from "#web/ui/table/use-sorting.tsx";

import * as styles from "./sales.css.ts";
import type { SalesListState } from "./use-sales-list.ts";

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

type SaleRowsProps = SaleActions & {
  sales: readonly SaleItem[];
  writtenId: string | undefined;
  /** The listed sales were paid by this method, wholly or in part. */
  paidBy?: string | undefined;
};

/** By column, the orders that presses on its head go through. Empty is the newest first. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  Date: ["oldest", ""],
  Total: ["smallest", "largest", ""],
};

const DIRECTIONS = ["ascending", "descending"] as const;

type SalesTableProps = { list: Pick<SalesListState, "sort" | "choose">; children: ReactNode };

export function SalesTable({ list: { sort, choose }, children }: SalesTableProps) {
  // On a phone there are no heads, so nothing in them may have the focus.
  const grows = useGrows();
  const toColumn = (column: Column): Column => {
    const orders = HEADS[column.name];
    if (grows || orders === undefined) return column;
    const at = orders.indexOf(sort);
    const next = orders[(at + 1) % orders.length] ?? "";
    return sortedColumn(column, DIRECTIONS[at], () => choose("sort", next));
  };
  return <Table columns={COLUMNS.map(toColumn)}>{children}</Table>;
}

export function SaleRows({ sales, writtenId, paidBy, ...actions }: SaleRowsProps) {
  return sales.map((sale) => (
    <SaleRow
      key={sale.id}
      sale={sale}
      chosen={sale.id === writtenId}
      paidBy={paidBy}
      {...actions}
    />
  ));
}

type SaleRowProps = SaleActions & {
  sale: SaleItem;
  chosen: boolean;
  paidBy: string | undefined;
};

function SaleRow({ sale, chosen, paidBy, onOpen, onVoid }: SaleRowProps) {
  const isVoided = sale.voided_at !== undefined;
  const Struck = isVoided ? "s" : Fragment;
  const mayVoid = useCan("void-sale") && !isVoided;
  const number = saleNumber(sale);
  return (
    <TableRow chosen={chosen}>
      <Cell kind="wide">
        <Numbers sale={sale} />
      </Cell>
      <Cell kind="title">
        <TitleButton onClick={() => onOpen(sale)}>
          <Struck>{customerName(sale)}</Struck>
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
        <Payment method={sale.payment_method} other={paidBy} />
        <Narrow>
          <Numbers sale={sale} />
        </Narrow>
        {(isVoided || sale.possible_duplicate_of !== null) && (
          <span className={styles.mark}>
            <StatusBadge tone={isVoided ? "wrong" : "waiting"}>
              {isVoided ? "Voided" : "Possible duplicate"}
            </StatusBadge>
          </span>
        )}
      </Cell>
      <Cell kind="money">
        <Struck>
          <Money
            scale="row"
            minor={minorOf(sale.total_amount)}
            currency={currencyOf(sale.currency)}
          />
        </Struck>
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

/** A list knows the first method of a sale; if it is narrowed to another one, that was used as well. */
function Payment({ method, other = method }: { method: string; other?: string | undefined }) {
  const { icon, label } = paymentLabel(method);
  return (
    <span className={styles.payment}>
      <Icon name={icon} size="small" />
      {label}
      {other !== method && `, ${paymentLabel(other).label}`}
    </span>
  );
}

function SaleTime({ sale }: { sale: SaleItem }) {
  const zone = useTimeZone();
  const now = useNow();
  return <time dateTime={sale.created_at}>{shopTime(sale.created_at, zone, now)}</time>;
}
