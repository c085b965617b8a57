import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import * as styles from "./panel.css.ts";

export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}

type SectionProps = { title: string; link?: ReactNode; children: ReactNode };

export function Section({ title, link, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {link}
      </div>
      {children}
    </section>
  );
}

/** Sections in two columns where they fit; each pair has the same height. */
export function PanelPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

/** A panel of ruled rows. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.panel}>{children}</ul>;
}

type RowProps = {
  title: ReactNode;
  /** What the whole row opens. */
  href?: string | undefined;
  sub?: ReactNode;
  /** Text written by a person, of any length. */
  text?: string | undefined;
  end: ReactNode;
  endSub?: ReactNode;
  /** Spans the width of the row, below its content. */
  below?: ReactNode;
};

/** A row: name, one secondary line, and on the right the amount or mark. */
export function Row({ title, href, sub, text, end, endSub, below }: RowProps) {
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.rowTitle}>
          <RowName title={title} href={href} />
        </p>
        {sub !== undefined && <p className={styles.rowSub}>{sub}</p>}
        {text !== undefined && <p className={styles.rowText}>{text}</p>}
      </div>
      <div className={styles.rowEnd}>
        {end}
        {endSub !== undefined && <p className={styles.rowEndSub}>{endSub}</p>}
      </div>
      {below}
    </li>
  );
}

function RowName({ title, href }: Pick<RowProps, "title" | "href">) {
  if (href === undefined) return title;
  return (
    <Link href={href} className={styles.rowLink}>
      {title}
    </Link>
  );
}

type LineRowProps = Pick<RowProps, "href"> & { title: string; note?: ReactNode; end: ReactNode };

/** A row of one line: name, secondary text, and the amount or mark. */
export function LineRow({ title, href, note, end }: LineRowProps) {
  return (
    <li className={styles.lineRow}>
      <p className={styles.lineTitle}>
        <RowName title={title} href={href} />
      </p>
      <div className={styles.lineEnd}>
        {note !== undefined && <span className={styles.lineNote}>{note}</span>}
        <span className={styles.lineMark}>{end}</span>
      </div>
    </li>
  );
}

type EmptyRowProps = { as?: "li" | "p"; children: ReactNode };

export function EmptyRow({ as: Tag = "li", children }: EmptyRowProps) {
  return <Tag className={styles.rowEmpty}>{children}</Tag>;
}
