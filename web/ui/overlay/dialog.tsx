import { lazy } from "react";
import type { ComponentProps, ReactNode } from "react";

import * as styles from "./dialog.css.ts";
import type { DialogProps, SlideOverProps } from "./overlay-props.ts";
import { loadOverlays, Overlay } from "./overlay.tsx";

const DialogView = lazy(async () => ({ default: (await loadOverlays()).Dialog }));
const SlideOverView = lazy(async () => ({ default: (await loadOverlays()).SlideOver }));

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

type DialogBodyProps = {
  /** The name of a body without controls. It takes the focus itself, so that keys can scroll it. */
  reading?: string;
  children: ReactNode;
};

export function DialogBody({ reading, children }: DialogBodyProps) {
  if (reading === undefined) return <div className={styles.body}>{children}</div>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it takes the focus
    <section className={styles.body} aria-label={reading} tabIndex={0}>
      {children}
    </section>
  );
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

/** For the main button, which carries the amount. */
export function DialogPayFoot({ children }: { children: ReactNode }) {
  return <div className={styles.payFoot}>{children}</div>;
}

/** The menu of a small screen, which slides in from the left. */
export function SlideOver(props: SlideOverProps) {
  return (
    <Overlay open={props.open}>
      <SlideOverView {...props} />
    </Overlay>
  );
}
