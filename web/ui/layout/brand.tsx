import { Link } from "wouter";

import * as styles from "./brand.css.ts";

type BrandProps = { name: string; href?: string; ground?: "page" | "deep" };

/** The logo and the name; a link if `href` is given. */
export function Brand({ name, href, ground = "page" }: BrandProps) {
  const className = ground === "deep" ? `${styles.brand} ${styles.onDeep}` : styles.brand;
  const content = (
    <>
      <svg className={styles.mark} viewBox="0 0 28 28" aria-hidden fill="none">
        <rect className={styles.sheet} width="28" height="28" rx="8" />
        <path className={styles.paper} d="M8 5.5h12v17l-2-1.6-2 1.6-2-1.6-2 1.6-2-1.6-2 1.6z" />
        <path className={styles.lines} d="M11 10h6M11 14.2h6M11 16.6h6" />
      </svg>
      {name}
    </>
  );
  return href === undefined ? (
    <span className={className}>{content}</span>
  ) : (
    <Link href={href} className={className}>
      {content}
    </Link>
  );
}
