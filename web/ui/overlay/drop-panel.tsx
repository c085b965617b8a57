import { lazy } from "react";
import type { ReactNode, RefObject } from "react";

import * as styles from "./drop-panel.css.ts";
import { loadOverlays, Overlay } from "./overlay.tsx";

const DropPanelView = lazy(async () => ({ default: (await loadOverlays()).DropPanel }));

export type DropPanelProps = {
  open: boolean;
  title: string;
  /** Stands beside the title. */
  tools?: ReactNode;
  foot?: ReactNode;
  /** What opened it: a press on it is no press outside, and it has the focus afterwards. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** Drops from the top bar over the page, which stays usable behind it. */
export function DropPanel(props: DropPanelProps) {
  return (
    <Overlay open={props.open}>
      <DropPanelView {...props} />
    </Overlay>
  );
}

/** The part that scrolls. */
export function DropPanelBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
