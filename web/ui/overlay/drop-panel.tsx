import { lazy } from "react";
import type { ReactNode } from "react";

import * as styles from "./drop-panel.css.ts";
import type { DropPanelProps } from "./overlay-props.ts";
import { loadOverlays, Overlay } from "./overlay.tsx";

const DropPanelView = lazy(async () => ({ default: (await loadOverlays()).DropPanel }));

/** A panel below the top bar. The page stays usable. */
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
