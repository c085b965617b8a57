import type { ReactNode } from "react";
import { Link } from "wouter";

import * as styles from "./text-link.css.ts";

type TextLinkProps = { href: string; onClick?: () => void; children: ReactNode };

export function TextLink(props: TextLinkProps) {
  return <Link {...props} className={styles.link} />;
}

/** A page of the server outside the app, opened in a new tab. */
export function ServerPageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children}
    </a>
  );
}

/** Not a page of the app, so the browser opens it. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={styles.link}>
      {address}
    </a>
  );
}
