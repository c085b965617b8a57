import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { AlertsResult } from "#kernel/contract/api/mail.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";
import { notices } from "#web/state/notices.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const STALE = [keys.mailLog.all];

export const useTestMail = () =>
  useCommand(
    (email: string, commandKey) =>
      request("/api/notifications/test-email", MessageResult, {
        method: "POST",
        json: { email },
        commandKey,
      }),
    STALE,
  );

export const useSendAlerts = () =>
  useCommand(
    (_: null, commandKey) =>
      request("/api/notifications/send-low-stock-alerts", AlertsResult, {
        method: "POST",
        commandKey,
      }),
    STALE,
  );

/** Reports a result as a toast and as a notification. */
export function tell(type: "success" | "error", message: string): void {
  toasts.show(type, message);
  notices.raise({ type, message });
}
