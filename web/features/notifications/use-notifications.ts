import {
  useMutationState,
  useQuery,
  type UseQueryResult,
  queryOptions,
} from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { Notifications, type NotificationItem } from "#kernel/contract/api/notification.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { hasFailed, useAskAgain } from "#web/api/use-screen-query.ts";
import { useFirstScreen } from "#web/state/first-screen.ts";
import { notices, type Notice } from "#web/state/notices.ts";
import { useStore } from "#web/state/store.ts";
import { useCan } from "#web/state/use-session.ts";

import { changed, merged, NotificationChange, unreadIn } from "./notification-list.ts";

const Answer = success(Notifications);

/** The person's notifications from the server, the same on every device. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: keys.notifications.all,
    queryFn: async ({ signal }): Promise<readonly NotificationItem[]> =>
      (await request("/api/v1/notifications", Answer, { signal })).data.notifications,
  });

const UnderWay = z.array(NotificationChange);

export type NotificationsState = Readonly<{
  list: readonly Notice[];
  unread: number;
  /** Status of the server's notifications; those made by the app are always available. */
  status: "pending" | "error" | "success";
  again: () => void;
}>;

const statusOf = (query: UseQueryResult): NotificationsState["status"] =>
  hasFailed(query) ? "error" : query.status;

/** Notifications of the server and of the app, with all pending changes applied. */
export function useNotifications(): NotificationsState {
  const usesServer = useCan("see-lists");
  const isShown = useFirstScreen();
  const options = notificationsQuery();
  const query = useQuery({ ...options, enabled: usesServer && isShown });
  const again = useAskAgain(options.queryKey, query);
  const own = useStore(notices);
  const underWay = useMutationState({
    filters: { mutationKey: keys.notifications.change, status: "pending" },
    select: ({ state }) => state.variables,
  });
  const server = UnderWay.parse(underWay).reduce(changed, query.data ?? []);
  const list = merged(server, own);
  return {
    list,
    unread: unreadIn(list),
    status: usesServer ? statusOf(query) : "success",
    again,
  };
}
