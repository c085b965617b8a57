import { useMutation, useQueryClient } from "@tanstack/react-query";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { isRefused } from "#web/api/request-error.ts";
import { notices } from "#web/state/notices.ts";
import { useCan } from "#web/state/use-session.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

import { changed } from "./notification-list.ts";
import type { NotificationChange } from "./notification-list.ts";

const PATH = "/api/v1/notifications";
const NOT_CHANGED = "Not changed. Check the connection, then try again.";

function send(change: NotificationChange) {
  switch (change.type) {
    case "read": {
      const json = change.id === undefined ? { all: true } : { ids: [change.id] };
      return request(`${PATH}/read`, WriteResult, { method: "POST", json });
    }
    case "dismiss":
      return request(`${PATH}/${encodeURIComponent(change.id)}`, WriteResult, { method: "DELETE" });
    case "clear":
      return request(PATH, WriteResult, { method: "DELETE" });
  }
}

const isOnlyLocal = (change: NotificationChange): boolean =>
  change.type !== "clear" && change.id !== undefined && notices.has(change.id);

/**
 * Applies pending changes to the list at once. A change stays pending until the list is refetched,
 * so that the old state does not flash up.
 */
export function useChangeNotifications(): (change: NotificationChange) => void {
  const usesServer = useCan("see-lists");
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: keys.notifications.change,
    mutationFn: send,
    onError: (error) => {
      // Refused: it was already removed on another device.
      if (!isRefused(error)) toasts.show("error", NOT_CHANGED);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.notifications.all }),
  });
  return (change) => {
    const concernsServer = usesServer && !isOnlyLocal(change);
    notices.update((kept) => changed(kept, change));
    if (concernsServer) mutate(change);
  };
}
