import type { ReactNode } from "react";
import { Link } from "wouter";

import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { sideways } from "./sideways.css.ts";
import { cell, headCell } from "./table-cells.css.ts";
import * as styles from "./table.css.ts";

export type CellKind =
  | "title"
  | "money"
  | "moneyApart"
  | "moneyLast"
  | "meta"
  | "metaApart"
  | "metaLines"
  | "lines"
  | "actions"
  | "actionsAbove"
  | "wide"
  | "wideNumber"
  | "wider"
  | "widerNumber";

export type Column = {
  name: string;
  kind: CellKind;
  width?: string;
  /** Shown instead of the name. */
  head?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
};

// `display` removes the roles of a table in some browsers, so they are set explicitly.
const ROLE = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** The column head is hidden, because the tools explain themselves. */
const ACTIONS = "Actions";

type TableProps = { columns: readonly Column[]; children: ReactNode };

export function Table({ columns, children }: TableProps) {
  return (
    <div className={sideways}>
      <table className={styles.table} {...ROLE.table}>
        <thead className={styles.head} {...ROLE.rowgroup}>
          <tr className={styles.headRow} {...ROLE.row}>
            {columns.map((column) => (
              <th
                key={column.name}
                {...ROLE.columnheader}
                scope="col"
                aria-sort={column.sorted}
                className={headCell({ kind: column.kind })}
                style={column.width === undefined ? undefined : { width: column.width }}
              >
                {column.name === ACTIONS ? (
                  <VisuallyHidden>{column.name}</VisuallyHidden>
                ) : (
                  (column.head ?? column.name)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} {...ROLE.rowgroup}>
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** `chosen` marks the row that was just saved. */
export function TableRow({ chosen = false, children }: { chosen?: boolean; children: ReactNode }) {
  return (
    <tr className={styles.row} {...ROLE.row} data-chosen={chosen || undefined}>
      {children}
    </tr>
  );
}

export function Cell({ kind, children }: { kind: CellKind; children: ReactNode }) {
  return (
    <td className={cell({ kind })} {...ROLE.cell}>
      {children}
    </td>
  );
}

export function CellTitle({ children, more }: { children: ReactNode; more?: string | undefined }) {
  return (
    <>
      <p className={styles.title}>{children}</p>
      {more !== undefined && <p className={styles.more}>{more}</p>}
    </>
  );
}

/** A title that opens something: a finger-sized target that does not make its row higher. */
export function TitleButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.titleButton} onClick={onClick}>
      {children}
    </button>
  );
}

/** Like TitleButton, as a link to another page. */
export function TitleLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={styles.titleLink}>
      {children}
    </Link>
  );
}

/** A secondary line at any width. */
export function Line({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

type NarrowProps = {
  kind?: "plain" | "dotted" | "line" | "unit" | "untilWide";
  children: ReactNode;
};

/** The text of a column, shown in the row on a phone, and with `untilWide` on a tablet. */
export function Narrow({ kind, children }: NarrowProps) {
  return <span className={styles.narrow({ kind })}>{children}</span>;
}

export function ShortId({ children }: { children: string }) {
  return <span className={styles.id}>{children}</span>;
}
