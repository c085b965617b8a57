import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./button.css.ts";
import type { ButtonVariants } from "./button.css.ts";

type Look = Omit<ButtonVariants, "waiting"> & { icon?: IconName; children: ReactNode };

type ButtonProps = Omit<ComponentProps<"button">, "className" | "style" | "children"> &
  Look & { busy?: boolean };

/** A busy button keeps its label and ignores presses. */
export function Button(props: ButtonProps) {
  const {
    tone,
    scale,
    block,
    icon,
    busy = false,
    type = "button",
    onClick,
    children,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type={type}
      className={styles.button({ tone, scale, block, waiting: busy && !icon })}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Look & { href: string; onPointerDown?: () => void; onClick?: () => void };

export function ButtonLink({ tone, scale, block, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={styles.button({ tone, scale, block })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "className" | "style" | "children"> & {
  icon: IconName;
  /** The action and its object, such as "Edit Milo 400g". */
  label: string;
  busy?: boolean;
};

export function IconButton({ icon, label, busy = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={styles.iconButton}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className={styles.spinner} /> : <Icon name={icon} />}
    </button>
  );
}

type TextLinkProps = { href: string; onClick?: () => void; children: ReactNode };

export function TextLink(props: TextLinkProps) {
  return <Link {...props} className={styles.textLink} />;
}

/** A page of the server outside the app, opened in a new tab. */
export function ServerPageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.textLink}>
      {children}
    </a>
  );
}

/** Not a page of the app, so the browser opens it. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className={styles.textLink}>
      {address}
    </a>
  );
}
