import { lazy } from "react";
import type { ComponentProps, ReactNode } from "react";

import * as styles from "./dialog.css.ts";
import { loadOverlays, Overlay } from "./overlay.tsx";

const DialogView = lazy(async () => ({ default: (await loadOverlays()).Dialog }));
const SlideOverView = lazy(async () => ({ default: (await loadOverlays()).SlideOver }));

export type DialogProps = {
  open: boolean;
  title: string;
  scale?: "form" | "full";
  /** Asked by the close button, Escape and a press outside. */
  onClose: () => void;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  return (
    <Overlay open={props.open}>
      <DialogView {...props} />
    </Overlay>
  );
}

type DialogFormProps = Omit<ComponentProps<"form">, "className" | "style" | "noValidate">;

export function DialogForm(props: DialogFormProps) {
  return <form {...props} noValidate className={styles.form} />;
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

/** For the one button that carries the amount. */
export function DialogPayFoot({ children }: { children: ReactNode }) {
  return <div className={styles.payFoot}>{children}</div>;
}

export type SlideOverProps = {
  open: boolean;
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/** The menu of a small screen, from the left. */
export function SlideOver(props: SlideOverProps) {
  return (
    <Overlay open={props.open}>
      <SlideOverView {...props} />
    </Overlay>
  );
}
