import type { ReactNode } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./button.css.ts";

type OutsideButtonProps = {
  href: string;
  icon: IconName;
  children: ReactNode;
};

/**
 * A link to another site, opened in a new tab or in its app. The other site does not learn where it
 * was opened.
 */
export function OutsideButton({ href, icon, children }: OutsideButtonProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.button({ block: true })}>
      <Icon name={icon} />
      {children}
    </a>
  );
}
