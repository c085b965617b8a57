import { Toast as Radix } from "radix-ui";

import { useStore } from "#web/state/store.ts";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import { toasts, type ToastType } from "./toast-store.ts";
import * as styles from "./toaster.css.ts";

const MARK: Record<ToastType, IconName> = {
  success: "check",
  error: "alert",
  blank: "info",
  loading: "refresh",
};

/**
 * The store controls the time. Radix lets a toast be pressed over a dialog without closing the
 * dialog.
 */
export function Toaster() {
  const shown = useStore(toasts);
  return (
    <Radix.Provider label="Message" swipeDirection="right">
      {shown.map((toast, at) => (
        <Radix.Root
          key={toast.id}
          className={styles.toast}
          // Radix appends each one to the list, where the newest would be the last.
          style={{ order: at }}
          data-kind={toast.type}
          type={toast.type === "error" ? "foreground" : "background"}
          duration={Number.POSITIVE_INFINITY}
          onOpenChange={() => toasts.dismiss(toast.id)}
          onPause={toasts.pause}
          onResume={toasts.resume}
        >
          <Icon name={MARK[toast.type]} />
          <Radix.Description className={styles.words}>{toast.text}</Radix.Description>
          {toast.action && (
            <Radix.Action
              className={styles.action}
              altText={`${toast.action.label}: press F8`}
              onClick={toast.action.press}
            >
              {toast.action.label}
            </Radix.Action>
          )}
          <Radix.Close className={styles.close} aria-label="Close">
            <Icon name="close" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className={styles.viewport} label="Messages ({hotkey})" />
    </Radix.Provider>
  );
}
