import { notices } from "#web/api/notices.ts";
import { toasts } from "#web/ui/toast-store.ts";

/** How something ended: at once as a toast, and to be read later in the bell. */
export function tell(type: "success" | "error", message: string): void {
  toasts.show(type, message);
  notices.raise({ type, message });
}
