import type { ReactNode } from "react";

import { IconButton } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./state.css.ts";

type BannerProps = {
  children: ReactNode;
  more?: string | undefined;
  action?: ReactNode;
  onDismiss: () => void;
};

/** An error that stays until it is dismissed or resolved. */
export function Banner({ children, more, action, onDismiss }: BannerProps) {
  return (
    <div className={styles.banner} role="alert">
      <Icon name="alert" />
      <div className={styles.bannerWords}>
        <p>{children}</p>
        {more !== undefined && <p className={styles.alertMore}>{more}</p>}
        {action}
      </div>
      <IconButton icon="close" label="Dismiss" onClick={onDismiss} />
    </div>
  );
}
