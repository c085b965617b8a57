import type { ReactNode } from "react";

import type { Currency } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import type { Qr } from "#web/format/qr.ts";
import { currencySign, plainMoney } from "#web/ui/chart/money.tsx";

import * as styles from "./receipt.css.ts";

const words = texts.receipt;

export type ReceiptLine = {
  name: string;
  /** "3", or "2.5" for a product sold in parts. */
  quantity: string;
  unitPriceMinor: number;
  /** Already subtracted from the line. */
  discountMinor: number;
  /** Excludes tax that is added to the total. */
  totalMinor: number;
};

export type ReceiptTax = { name: string; amountMinor: number };

export type ReceiptTender = {
  name: string;
  amountMinor: number;
  givenMinor: number | undefined;
  reference: string | undefined;
};

export type ReceiptProps = {
  /** `lines`: address, phone and TIN. */
  shop: { name: string; lines: readonly string[] };
  /** Number, time, seller and customer. */
  facts: readonly { name: string; value: string }[];
  currency: Currency;
  lines: readonly ReceiptLine[];
  /** Whether prices include the taxes or the taxes are added to them. */
  taxMode: "inclusive" | "exclusive";
  taxes: readonly ReceiptTax[];
  /** What of the total is exempt or zero-rated. */
  untaxed?: readonly ReceiptTax[];
  totalMinor: number;
  tenders: readonly ReceiptTender[];
  note: string | undefined;
  footer: string | undefined;
  voided: boolean;
  /** Marks a copy of the receipt that was handed out at the till. */
  copy: boolean;
  /** 2 for the first copy. Only what is printed or sent has it. */
  copyNumber?: number | undefined;
  /** On paper: the address where the receipt is found. */
  qr?: Qr | undefined;
};

/** "Copy", or "Copy 2". */
export const copyText = ({ copyNumber }: Pick<ReceiptProps, "copyNumber">): string =>
  copyNumber === undefined ? words.copy : `${words.copy} ${copyNumber}`;

/** A receipt, shown on screen or printed. */
export function Receipt({ on = "screen", ...receipt }: ReceiptProps & { on?: "screen" | "print" }) {
  const { shop, note, footer } = receipt;
  return (
    <article className={styles.receipt({ on })} aria-label={words.name}>
      {receipt.voided && <p className={styles.mark}>{words.voided}</p>}
      {receipt.copy && <p className={styles.copy}>{copyText(receipt)}</p>}
      <p className={styles.shop}>{shop.name}</p>
      {shop.lines.length > 0 && <p className={styles.dim}>{shop.lines.join("\n")}</p>}
      {receipt.facts.length > 0 && <Facts facts={receipt.facts} />}
      <Account {...receipt} />
      {note !== undefined && <p className={styles.words}>{note}</p>}
      {footer !== undefined && <p className={styles.words}>{footer}</p>}
      {receipt.qr && <Code {...receipt.qr} />}
    </article>
  );
}

/** A customer who scans it sees whether the receipt is valid. */
function Code({ path, size }: Qr) {
  return (
    <figure className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
        <path d={path} />
      </svg>
      <figcaption>Scan to see this receipt online</figcaption>
    </figure>
  );
}

function Facts({ facts }: Pick<ReceiptProps, "facts">) {
  return (
    <dl className={styles.rows}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.dim}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The lines, the totals and the payments. */
function Account({ currency, lines, taxMode, taxes, untaxed, totalMinor, tenders }: ReceiptProps) {
  const added = taxMode === "exclusive";
  const sold = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  return (
    <dl className={styles.rows}>
      {Array.from(lines, (line, at) => (
        <Line key={at} {...line} />
      ))}
      {added && taxes.length > 0 && <Amount name="Subtotal" minor={sold} />}
      {added &&
        taxes.map((tax) => <Amount key={tax.name} name={tax.name} minor={tax.amountMinor} />)}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>
          {currencySign(currency)}
          {plainMoney(totalMinor)}
        </dd>
      </div>
      {!added &&
        taxes.map((tax) => (
          <Amount key={tax.name} dim name={`incl. ${tax.name}`} minor={tax.amountMinor} />
        ))}
      {untaxed?.map(({ name, amountMinor }) => (
        <Amount key={name} dim name={name} minor={amountMinor} />
      ))}
      {Array.from(tenders, (tender, at) => (
        <Tender key={at} {...tender} />
      ))}
    </dl>
  );
}

function Line({ name, quantity, unitPriceMinor, discountMinor, totalMinor }: ReceiptLine) {
  const priced = quantity !== "1" || discountMinor > 0;
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{plainMoney(totalMinor)}</dd>
      {priced && (
        <dd className={styles.detail}>
          {quantity} × {plainMoney(unitPriceMinor)}
          {discountMinor > 0 && `, discount ${plainMoney(discountMinor)}`}
        </dd>
      )}
    </div>
  );
}

type AmountProps = { name: ReactNode; minor: number; dim?: boolean };

function Amount({ name, minor, dim = false }: AmountProps) {
  return (
    <div className={styles.row}>
      <dt className={dim ? styles.dim : undefined}>{name}</dt>
      <dd>{plainMoney(minor)}</dd>
    </div>
  );
}

function Tender({ name, amountMinor, givenMinor, reference }: ReceiptTender) {
  return (
    <>
      <Amount
        name={reference === undefined ? name : `${name} ${reference}`}
        minor={givenMinor ?? amountMinor}
      />
      {givenMinor !== undefined && <Amount name="Change" minor={givenMinor - amountMinor} />}
    </>
  );
}
