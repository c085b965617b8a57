import type { ReactNode } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./button.css.ts";
import type { ButtonVariants } from "./button.css.ts";

type OutsideButtonProps = Pick<ButtonVariants, "tone"> & {
  href: string;
  icon: IconName;
  onClick?: () => void;
  children: ReactNode;
};

/**
 * A link to another site, opened in a new tab or in its app, or to an app of the device. The other
 * site does not learn where it was opened.
 */
export function OutsideButton({ href, icon, tone, onClick, children }: OutsideButtonProps) {
  const isSite = href.startsWith("https:");
  return (
    <a
      href={href}
      target={isSite ? "_blank" : undefined}
      rel="noreferrer"
      className={styles.button({ tone, block: true })}
      onClick={onClick}
    >
      <Icon name={icon} />
      {children}
    </a>
  );
}
