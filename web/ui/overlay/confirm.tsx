import { lazy } from "react";

import type { ConfirmProps } from "./overlay-props.ts";
import { loadOverlays, Overlay } from "./overlay.tsx";

const ConfirmView = lazy(async () => ({ default: (await loadOverlays()).Confirm }));

/** Asks before something is lost. Stays open until the server has agreed. */
export function Confirm(props: ConfirmProps) {
  return (
    <Overlay open={props.open}>
      <ConfirmView {...props} />
    </Overlay>
  );
}
