import { AlertDialog } from "radix-ui";

import { Button } from "./button.tsx";
import { focusPage } from "./dialog-focus.ts";
import * as styles from "./dialog.css.ts";
import { InlineAlert } from "./state.tsx";

type ConfirmProps = {
  open: boolean;
  title: string;
  question: string;
  action: string;
  cancel?: string;
  busy?: boolean;
  error?: string | undefined;
  /** It is done, and the row whose button had the focus goes: the page takes the focus. */
  done?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something is lost. Stays open until the answer of the server is yes. */
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
