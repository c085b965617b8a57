import { AlertDialog, Dialog as Radix } from "radix-ui";

import { Button, IconButton } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { hidden } from "#web/ui/layout/visually-hidden.css.ts";

import {
  focusFirstField,
  focusItself,
  focusPage,
  focusPageIfLost,
  isFocusLost,
  leaveOpenLists,
  useFocusReturn,
} from "./dialog-focus.ts";
import "./dialog-list.css.ts";
import * as styles from "./dialog.css.ts";
import * as dropStyles from "./drop-panel.css.ts";
import type { ConfirmProps, DialogProps, DropPanelProps, SlideOverProps } from "./overlay-props.ts";

// The overlays, in their own chunk: no page needs them to render.

export function Dialog(props: DialogProps) {
  const { open, title, scale = "form", tools, still = false, onClose, children } = props;
  const { remember, giveBack } = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={still ? styles.scrimStill : styles.scrim} />
        <Radix.Content
          className={styles.dialog({ scale, still })}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            remember();
            focusFirstField(event);
          }}
          // At the till, keys are shortcuts of the whole page, so no button gets the focus.
          onCloseAutoFocus={still ? focusPageIfLost : giveBack}
          onEscapeKeyDown={leaveOpenLists}
        >
          <div className={styles.head}>
            <Radix.Title>{title}</Radix.Title>
            <span className={styles.headTools}>
              {tools}
              <Radix.Close asChild>
                <IconButton icon="close" label="Close" />
              </Radix.Close>
            </span>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function SlideOver(props: SlideOverProps) {
  const { open, label, closeLabel, ground = "page", onClose, children } = props;
  const { remember, giveBack } = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.slide({ on: ground })}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
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

export function DropPanel({ open, title, tools, foot, opener, onClose, children }: DropPanelProps) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Content
          className={dropStyles.panel}
          aria-describedby={undefined}
          onOpenAutoFocus={focusItself}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isFocusLost()) opener.current?.focus();
          }}
          onInteractOutside={(event) => {
            const { target } = event;
            if (target instanceof Node && opener.current?.contains(target) === true) {
              event.preventDefault();
            }
          }}
        >
          <div className={dropStyles.head}>
            <Radix.Title>{title}</Radix.Title>
            {tools !== undefined && <span>{tools}</span>}
          </div>
          {children}
          {foot !== undefined && <p className={dropStyles.foot}>{foot}</p>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function Confirm(props: ConfirmProps) {
  const { open, title, question, action, cancel = "Cancel", busy = false, error } = props;
  const { remember, giveBack } = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || props.onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrimOver} />
        <AlertDialog.Content
          className={styles.dialog({ scale: "alert" })}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={(event) => {
            if (props.done === true) focusPage();
            giveBack(event);
          }}
        >
          <div className={styles.alertHead}>
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.alertText}>
              {question}
            </AlertDialog.Description>
            {props.children !== undefined && (
              <div className={styles.alertMore}>{props.children}</div>
            )}
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
