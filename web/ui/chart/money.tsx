import type { ReactNode } from "react";

import { formatMoney } from "#kernel/contract/money.ts";
import type { Currency } from "#kernel/contract/money.ts";

import * as styles from "./money.css.ts";

type MoneyProps = { minor: number; currency: Currency; scale?: "text" | "row" };

export function Money({ minor, currency, scale }: MoneyProps) {
  return <span className={styles.money({ scale })}>{formatMoney(minor, currency)}</span>;
}

/** A right-aligned count; on a phone with its unit. */
export function Count({ children }: { children: ReactNode }) {
  return <span className={styles.count}>{children}</span>;
}

/** For large figures: the same text with a smaller currency sign. */
export function Figure({ minor, currency }: Omit<MoneyProps, "scale">) {
  const text = formatMoney(minor, currency);
  const start = text.search(/\d/);
  return (
    <>
      <span className={styles.sign}>{text.slice(0, start)}</span>
      {text.slice(start)}
    </>
  );
}

/** Amounts of seven or more digits use the smaller size of a leading figure. */
export const isLong = (minor: number): boolean => Math.abs(minor) >= 100_000_000;

/** The currency sign: "GH₵". */
export function currencySign(currency: Currency): string {
  const text = formatMoney(0, currency);
  return text.slice(0, text.search(/\d/));
}

/** "1,234.50", where the context shows the currency: a tile, a key, a receipt line. */
export function plainMoney(minor: number): string {
  return formatMoney(minor, "GHS").replace(currencySign("GHS"), "");
}

type SumProps = {
  rows: readonly { name: string; value: ReactNode }[];
  total: { name: string; value: ReactNode };
  scale: "total" | "count";
  live?: boolean;
};

/** A short calculation that ends in a ruled total. */
export function Sum({ rows, total, scale, live = false }: SumProps) {
  return (
    <dl className={styles.sum} aria-live={live ? "polite" : undefined}>
      {rows.map((row) => (
        <div key={row.name} className={styles.sumRow}>
          <dt className={styles.sumName}>{row.name}</dt>
          <dd className={styles.sumValue}>{row.value}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt className={styles.totalName}>{total.name}</dt>
        <dd className={styles.totalValue({ scale })}>{total.value}</dd>
      </div>
    </dl>
  );
}
