import { AlertDialog, Dialog as Radix } from "radix-ui";

import { Button, IconButton } from "./button.tsx";
import type { ConfirmProps } from "./confirm.tsx";
import { focusFirstField, focusPage, focusPageIfLost, leaveOpenLists } from "./dialog-focus.ts";
import * as styles from "./dialog.css.ts";
import type { DialogProps, SlideOverProps } from "./dialog.tsx";
import { InlineAlert } from "./state.tsx";
import { hidden } from "./visually-hidden.css.ts";

// What lies over a page, in a chunk of its own: no page needs it to stand.

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

export function Confirm(props: ConfirmProps) {
  const { open, title, question, action, cancel = "Cancel", busy = false, error } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || props.onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrimOver} />
        <AlertDialog.Content
          className={styles.dialog({ scale: "alert" })}
          onCloseAutoFocus={(event) => {
            if (props.done !== true) return;
            event.preventDefault();
            focusPage();
          }}
        >
          <div className={styles.alertHead}>
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.alertText}>
              {question}
            </AlertDialog.Description>
            {error !== undefined && <InlineAlert>{error}</InlineAlert>}
          </div>
          <div className={styles.alertFoot}>
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <Button tone="danger" busy={busy} onClick={props.onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
