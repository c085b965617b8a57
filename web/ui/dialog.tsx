import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

import { IconButton } from "./button.tsx";
import { focusFirstField, focusPageIfLost, leaveOpenLists } from "./dialog-focus.ts";
import * as styles from "./dialog.css.ts";
import { hidden } from "./visually-hidden.css.ts";

type DialogProps = {
  open: boolean;
  title: string;
  scale?: "form" | "full";
  /** Asked by the close button, Escape and a press outside. */
  onClose: () => void;
  children: ReactNode;
};

export function Dialog({ open, title, scale = "form", onClose, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.dialog({ scale })}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={focusPageIfLost}
          onEscapeKeyDown={leaveOpenLists}
        >
          <div className={styles.head}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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

type SlideOverProps = {
  open: boolean;
  label: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/** The menu of a small screen, from the left. */
export function SlideOver({ open, label, closeLabel, onClose, children }: SlideOverProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content className={styles.slide} aria-describedby={undefined}>
          <Radix.Title className={hidden}>{label}</Radix.Title>
          <span className={styles.slideClose}>
            <Radix.Close asChild>
              <IconButton icon="close" label={closeLabel} />
            </Radix.Close>
          </span>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
