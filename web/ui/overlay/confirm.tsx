import { lazy } from "react";
import type { ReactNode } from "react";

import { loadOverlays, Overlay } from "./overlay.tsx";

const ConfirmView = lazy(async () => ({ default: (await loadOverlays()).Confirm }));

export type ConfirmProps = {
  open: boolean;
  title: string;
  question: string;
  action: string;
  cancel?: string;
  busy?: boolean;
  error?: string | undefined;
  /** What must be said with the yes. */
  children?: ReactNode;
  /** It is done, and the row whose button had the focus goes: the page takes the focus. */
  done?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is lost. Stays open until the answer of the server is yes. */
export function Confirm(props: ConfirmProps) {
  return (
    <Overlay open={props.open}>
      <ConfirmView {...props} />
    </Overlay>
  );
}
